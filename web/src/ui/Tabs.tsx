import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

type TabItem<Id extends string> = {
  id: Id;
  label: ReactNode;
  /** A number after the words. */
  count?: number | undefined;
};

export type TabsProps<Id extends string> = {
  /** What the tabs are about, for screen readers. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
};

/** One of several views. Left and right arrows, Home and End move between the tabs. */
export function Tabs<Id extends string>({ label, items, value, onChange, children }: TabsProps<Id>) {
  const base = useId();

  function keyed(event: KeyboardEvent<HTMLElement>) {
    const at = items.findIndex((item) => item.id === value);
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: items.length - 1,
    };
    const to = moves[event.key];
    const item = to === undefined ? undefined : items.at(to % items.length);
    if (!item) return;
    event.preventDefault();
    onChange(item.id);
    document.getElementById(`${base}-${item.id}`)?.focus();
  }

  return (
    <div className="min-w-0">
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
        onKeyDown={keyed}
      >
        {items.map(({ id, label: words, count }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === value}
            aria-controls={`${base}-panel`}
            tabIndex={id === value ? 0 : -1}
            className={cx(
              'min-h-10 shrink-0 border-b-2 px-3 font-medium whitespace-nowrap focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
              // Forced colours draw a transparent border too, unless it is given a colour of theirs.
              id === value
                ? 'border-accent text-ink forced-colors:border-[Highlight]'
                : 'border-transparent text-ink-soft hover:text-ink forced-colors:border-[Canvas]',
            )}
            onClick={() => onChange(id)}
          >
            {words}
            {count !== undefined && (
              // The space is for the ear: 'Students 25', not 'Students25'.
              <span className="ml-1 text-small font-normal text-ink-soft tabular-nums"> {count}</span>
            )}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${value}`} className="pt-5">
        {children}
      </div>
    </div>
  );
}
