import { X } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from './Button.tsx';
import { closeByBack } from './back-closes.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import { Toaster } from './Toaster.tsx';

export type DialogProps = {
  open: boolean;
  /**
   * Asked for by Escape, Back, the cross, or a press beside it; the last not once something has been typed, which a stray
   * press is not to lose. The owner sets `open` to false.
   */
  onClose: () => void;
  /** What Back does instead of closing, in a dialog of several steps. */
  onBack?: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; stays in sight while the rest scrolls. The main one comes last. */
  footer?: ReactNode;
  /** `full`: the whole screen; its styles come with what uses it. */
  size?: 'small' | 'medium' | 'large' | 'full';
  /** Something is under way whose answer is shown here: until it comes, nothing closes the dialog. */
  busy?: boolean;
};

/**
 * A native modal dialog; on phones a sheet from the bottom. The title gets the focus, or the first element inside
 * that carries `data-autofocus`; on closing, the focus goes back to where it came from.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

const sizes = {
  small: 'sm:max-w-form',
  medium: 'sm:max-w-dialog',
  large: 'sm:max-w-wide',
  full: 'dialog-full',
};

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, description, children, footer, size = 'medium' } = props;
  const { busy = false, onBack = onClose } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2'))?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  const goBack = useEffectEvent(() => {
    if (!busy) onBack();
  });
  useEffect(() => closeByBack(() => goBack()), []);

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!busy) onClose();
  }
  function closed(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
  }
  function pressed(event: MouseEvent) {
    if (isTyped.current || busy || event.target !== event.currentTarget) return;
    // Otherwise the press would take the focus that closing gives back.
    event.preventDefault();
    onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape does the same by key
    <dialog
      ref={ref}
      className={cx('dialog', sizes[size])}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // Where this is unknown, `cancel` does it alone; where it is known, a second Escape would pass by `cancel`.
      closedby={busy ? 'none' : undefined}
      onCancel={cancel}
      onClose={closed}
      onMouseDown={pressed}
      onInput={() => {
        isTyped.current = true;
      }}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-start gap-4 py-3 pr-2 pl-4 sm:pl-5">
          <div className="min-w-0 flex-1 py-2">
            <h2 id={`${id}-title`} tabIndex={-1} className="text-lead">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-1 text-ink-soft">
                {description}
              </p>
            )}
          </div>
          <IconButton title="Close" icon={<X />} disabled={busy} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 sm:px-5">{children}</div>
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 max-sm:*:flex-1 sm:px-5">
            {footer}
          </div>
        )}
      </div>
      <Toaster dialog={id} />
    </dialog>
  );
}

type ConfirmDialogProps = Omit<DialogProps, 'footer' | 'size' | 'description'> & {
  /** What the buttons say. */
  cancel?: string;
  confirm: string;
  busyLabel?: string;
  variant?: 'primary' | 'danger';
  onConfirm: () => void;
};

/** Asks before something is done. The way back has the focus. */
export function ConfirmDialog({ cancel = 'Cancel', confirm, onConfirm, ...rest }: ConfirmDialogProps) {
  const { busyLabel = confirm, variant = 'danger', ...dialog } = rest;
  const { busy = false, onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      size="small"
      footer={
        <>
          <Button disabled={busy} onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button variant={variant} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
