import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { focusHeading, useFocusAfter } from './focus.ts';

export type EmptyStateProps = {
  icon?: ReactNode;
  /** One sentence. */
  children: ReactNode;
  /** A second, quiet one. */
  hint?: ReactNode;
  /** The next step: a button. */
  action?: ReactNode;
  className?: string | undefined;
};

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, children, hint, action, className }: EmptyStateProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusAfter(place, focusHeading);
  return (
    <div ref={place} className={cx('flex flex-col items-center px-4 py-10 text-center', className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-ink-soft [&>svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="max-w-text font-medium text-balance">{children}</p>
      {hint && <p className="mt-1 max-w-text text-balance text-ink-soft">{hint}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
