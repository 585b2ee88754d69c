import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type TableProps = {
  /** What the table holds, for screen readers; also names the region that scrolls sideways. */
  caption: string;
  /** How high it may get before it scrolls below its sticky head: a utility such as `max-h-120`. */
  className?: string;
  /** `<thead>` and `<tbody>`; give cells of numbers the class `number`. */
  children: ReactNode;
};

/** A plain table that scrolls in its own box, by touch, wheel and keys, under a head that stays. */
export function Table({ caption, className, children }: TableProps) {
  return (
    <section
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      className={cx('relative overflow-auto focus-visible:-outline-offset-2', className)}
    >
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
