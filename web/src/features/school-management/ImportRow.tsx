import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { cx } from '../../ui/cx.ts';

type ImportRowProps = RowPlace & {
  /** The columns of the table. */
  grid: string;
  row: { id: number | string; username: string; email: string; fullName?: string | undefined };
  role: string;
  /** In a table that has this column. */
  password?: string | null;
  icon: LucideIcon;
  /** Of the icon. */
  colour: string;
  /** What is said of the row. */
  children: ReactNode;
};

/** A row of a list that is imported: who it is, and what is said of it. On phones a card. */
export function ImportRow({ grid, row, role, password, icon: Icon, colour, ...rest }: ImportRowProps) {
  const { children, ...place } = rest;
  return (
    <TableRow
      {...place}
      className={cx(
        grid,
        'px-4 py-2.5 wrap-anywhere sm:px-5 md:py-2',
        'max-md:grid max-md:grid-cols-[2.5rem_minmax(0,1fr)_auto] max-md:gap-x-2',
      )}
    >
      <span role="cell" className="text-ink-soft tabular-nums">
        {row.id}
      </span>
      <span role="cell" className="min-w-0 font-medium">
        {row.username || <Missing />}
        {row.fullName && <span className="block text-small font-normal text-ink-soft">{row.fullName}</span>}
      </span>
      <span role="cell" className={cx(BELOW, 'text-ink-soft max-md:order-2')}>
        {row.email || <Missing />}
      </span>
      <span role="cell" className="text-ink-soft max-md:order-1">
        {role || <Missing />}
      </span>
      {password !== undefined && (
        <span role="cell" className={cx(BELOW, 'font-mono select-all max-md:order-3')}>
          {password}
        </span>
      )}
      <div role="cell" className={cx(BELOW, 'flex items-baseline gap-1.5 max-md:order-4')}>
        <Icon className={cx('size-4 shrink-0 translate-y-0.5', colour)} aria-hidden="true" />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </TableRow>
  );
}

/** In a card: a line of its own below the name. */
const BELOW = 'min-w-0 max-md:col-span-2 max-md:col-start-2';

const Missing = () => <span className="font-normal text-ink-soft">-</span>;
