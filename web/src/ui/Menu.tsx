import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { type OpenerProps, usePopover } from './usePopover.ts';

export type MenuProps = {
  /** Draws the button that opens it: `(props) => <IconButton title="Settings" icon={...} {...props} />`. */
  renderTrigger: (props: OpenerProps & { 'aria-haspopup': 'menu' }) => ReactNode;
  label: string;
  align?: 'start' | 'end';
  /** Who is logged in, for example: above the items and not one of them. */
  header?: ReactNode;
  /** `MenuItem` and `MenuLink`. */
  children: ReactNode;
};

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')];
}

/** A dropdown of acts. Arrow keys, Home, End and first letters move; Escape closes. */
export function Menu({ renderTrigger, label, align = 'end', header, children }: MenuProps) {
  const { openerProps, popoverProps, close } = usePopover((menu) => itemsOf(menu)[0]?.focus());

  function keyed(event: KeyboardEvent<HTMLElement>) {
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === document.activeElement);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = moves[event.key];
    if (event.key === 'Tab') close();
    else if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key.length === 1 && /\p{L}/u.test(event.key)) {
      const letter = event.key.toLowerCase();
      const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      rest.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    }
  }

  return (
    <>
      {renderTrigger({ ...openerProps, 'aria-haspopup': 'menu' })}
      {/* Narrow enough to hang on a button that is not the last of its row. */}
      <div {...popoverProps} data-align={align} className="popover max-w-[min(22rem,100vw-4rem)]">
        {header && <div className="border-b border-line px-4 py-3">{header}</div>}
        <div role="menu" aria-label={label} tabIndex={-1} className="p-1" onKeyDown={keyed} onClick={close}>
          {children}
        </div>
      </div>
    </>
  );
}

const look =
  'flex min-h-9 w-full items-center gap-3 rounded-md px-3 text-start hover:bg-hover focus-visible:-outline-offset-2 disabled:text-ink-faint pointer-coarse:min-h-11 [&>svg]:size-4.5 [&>svg]:text-ink-soft';

type Item = { icon?: ReactNode };

export function MenuItem({ icon, className, children, ...rest }: ComponentProps<'button'> & Item) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} {...rest} className={cx(look, className)}>
      {icon}
      {children}
    </button>
  );
}

export function MenuLink({ icon, className, children, ...rest }: ComponentProps<'a'> & Item) {
  return (
    <a role="menuitem" tabIndex={-1} {...rest} className={cx(look, className)}>
      {icon}
      {children}
    </a>
  );
}
