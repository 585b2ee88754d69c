import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  /** One quiet line below the title. */
  subtitle?: ReactNode;
  /** Buttons at the end of the title's line. */
  action?: ReactNode;
  /** The level of the title in the page. */
  level?: 2 | 3;
  /** No padding: for a table or a list that reaches the edges. */
  flush?: boolean;
};

/** A sheet of paper on the page. */
export function Card({ title, subtitle, action, level = 2, flush, className, children, ...rest }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section
      {...rest}
      className={cx('min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-card', className)}
    >
      {(title || action) && (
        <header
          className={cx(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5',
            flush && 'pb-3',
          )}
        >
          <div className="min-w-0">
            {title && <Heading className={level === 2 ? 'text-lead' : 'text-body'}>{title}</Heading>}
            {subtitle && <p className="text-small text-ink-soft">{subtitle}</p>}
          </div>
          {action}
        </header>
      )}
      {flush ? children : <div className="p-4 sm:px-5">{children}</div>}
    </section>
  );
}
