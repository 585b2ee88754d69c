import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { usePrinting } from '../ui/usePrinting.ts';
import { LongList } from './LongList.tsx';
import type { RowRef, RowsProps } from './RowsHolder.tsx';

/** The column of what can be done, which is nothing on paper. */
const ACTIONS = 'Actions';
/** How many rows before the end the next page is asked for. */
const AHEAD = 10;

type List<Row> = {
  rows: readonly Row[];
  /** Unless told, these are all. */
  hasMore?: boolean;
  isMoreFailed?: boolean;
  loadMore?: () => void;
};

/** The head of a column by which the list can be sorted. */
type SortHead = {
  words: string;
  /** How it is sorted now, if it is by this one. */
  order: 'asc' | 'desc' | undefined;
  onSort: () => void;
};

type PagedTableProps<Row> = Pick<RowsProps, 'heights' | 'cardsBelow' | 'few'> & {
  label: string;
  columns: readonly (string | SortHead)[];
  /** The looks of the line of column names; where rows are cards, only a screen reader hears it. */
  headClassName: string;
  /** What has come so far, and how more of it comes. */
  list: List<Row>;
  /** Draws a `TableRow` with a `key`. Always the same function. */
  renderRow: (row: Row, index: number, ref: RowRef) => ReactNode;
};

/** A table of people that may be thousands: the rest comes as it is scrolled to, and only what is in sight is drawn. */
export function PagedTable<Row extends { id: number }>(props: PagedTableProps<Row>) {
  const { label, columns, headClassName, list, ...looks } = props;
  // Other rows are drawn when there is time for it: a key pressed meanwhile comes first.
  const deferred = useDeferredValue(list.rows);
  const printing = usePrinting();
  const rows = printing ? list.rows : deferred;
  const { hasMore = false, isMoreFailed = false, loadMore } = list;
  return (
    <div
      role="table"
      aria-label={label}
      // While it is not known how many there are, the number says so.
      aria-rowcount={hasMore ? -1 : rows.length + 1}
    >
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={cx('border-b border-line px-5 py-2 text-small font-medium text-ink-soft', headClassName)}
        >
          {columns.map((column) =>
            typeof column === 'string' ? (
              <span
                key={column}
                role="columnheader"
                className={column === ACTIONS ? 'print:hidden!' : undefined}
              >
                {column}
              </span>
            ) : (
              <SortableHead key={column.words} {...column} />
            ),
          )}
        </div>
      </div>
      <Rows
        {...(looks as Omit<RowsOfTableProps, 'rows' | 'onNearEnd'>)}
        // However short the first page is, only what follows the scrolling asks for the next.
        few={hasMore ? 0 : looks.few}
        rows={rows}
        onNearEnd={hasMore && !isMoreFailed ? loadMore : undefined}
      />
      {hasMore && (
        <div className="flex min-h-14 items-center justify-center border-t border-line text-ink-soft">
          {printing ? (
            'There are more rows. Scroll to the end of the list before you print it.'
          ) : isMoreFailed ? (
            <Button size="small" onClick={loadMore}>
              Load more
            </Button>
          ) : (
            'Loading...'
          )}
        </div>
      )}
    </div>
  );
}

function SortableHead({ words, order, onSort }: SortHead) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <span
      role="columnheader"
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={cx('-my-2 flex min-h-9 items-center gap-1 hover:text-ink', order && 'text-ink')}
        onClick={onSort}
      >
        {words}
        {order && <Arrow className="size-3.5 print:hidden" aria-hidden="true" />}
      </button>
    </span>
  );
}

type AnyRow = { id: number };
type RowsOfTableProps = Pick<RowsProps, 'heights' | 'cardsBelow' | 'few'> & {
  rows: readonly AnyRow[];
  renderRow: (row: AnyRow, index: number, ref: RowRef) => ReactNode;
  onNearEnd: (() => void) | undefined;
};

const Rows = memo(function Rows({ rows, renderRow, onNearEnd, ...looks }: RowsOfTableProps) {
  return (
    <LongList
      {...looks}
      as="rowgroup"
      count={rows.length}
      keyOf={(index) => rows[index]?.id ?? index}
      renderRow={(index, ref) => {
        const row = rows[index];
        return row && renderRow(row, index, ref);
      }}
      onReach={(last) => {
        if (last >= rows.length - AHEAD) onNearEnd?.();
      }}
    />
  );
});

/** '1 user', '326 users found'; nothing while it is not known. */
export function countedUsers(count: number | undefined, isFound: boolean): string {
  if (count === undefined) return '';
  const people = `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`;
  return isFound ? `${people} found` : people;
}
