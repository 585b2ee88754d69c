import { useRef, useState } from 'react';

/** A button that opens a form in place and closes it. While there is nothing yet (`isEmpty`) it is open by itself. */
export function useFold(isEmpty: boolean) {
  const [isChosen, setIsChosen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = isChosen ?? isEmpty;
  return {
    isOpen,
    buttonProps: { ref: button, 'aria-expanded': isOpen, onClick: () => setIsChosen(!isOpen) },
    formProps: {
      takesFocus: isChosen === true,
      onUse: () => setIsChosen(true),
      onClose: () => {
        setIsChosen(false);
        button.current?.focus();
      },
    },
  };
}

/** What a form that folds is given. */
export type FoldedFormProps = {
  /** Opened by a press, and not because there is nothing yet. */
  takesFocus: boolean;
  /** Something is under way: it stays open whatever becomes of the list. */
  onUse: () => void;
  onClose: () => void;
};
