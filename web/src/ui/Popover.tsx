import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type OpenerProps, usePopover } from './usePopover.ts';

export type PopoverProps = {
  /** Draws the button that opens it: `(props) => <Button {...props}>Year Range</Button>`. */
  renderTrigger: (props: OpenerProps) => ReactNode;
  /** Its name for screen readers. */
  label: string;
  /** Which edges of button and popover meet. */
  align?: 'start' | 'end';
  className?: string;
  /** About to open: the moment to forget what was left unfinished last time. */
  onOpen?: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A small panel that hangs on a button. Escape or a press outside closes it and the focus goes back. */
export function Popover(props: PopoverProps) {
  const { renderTrigger, label, align = 'start', className, onOpen, children } = props;
  const { openerProps, popoverProps, close } = usePopover();
  return (
    <>
      {renderTrigger(openerProps)}
      <dialog
        {...popoverProps}
        aria-label={label}
        data-align={align}
        className={cx('popover p-4', className)}
        onBeforeToggle={(event) => event.newState === 'open' && onOpen?.()}
      >
        {typeof children === 'function' ? children(close) : children}
      </dialog>
    </>
  );
}
