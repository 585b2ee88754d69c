import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { paperLabel } from '../../../../domain/papers.ts';
import { cx } from '../../ui/cx.ts';
import { type Column, type ColumnGroup, columnName, type Order } from './class-grid.ts';

export type Sorting = {
  order: Order;
  reversed: boolean;
  onOrder: (order: Order, reversed: boolean) => void;
};

type GridHeadsProps = Sorting & {
  groups: readonly ColumnGroup[];
  papers: ReadonlySet<string>;
  hasNumbers: boolean;
};

/** Above the columns: what sorts the students, and the papers by sitting, each to be selected. */
export const GridHeads = memo(function GridHeads({ groups, papers, hasNumbers, ...sorting }: GridHeadsProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHead id="name" {...sorting}>
          Student
        </SortHead>
        {hasNumbers && (
          <SortHead id="progress" {...sorting}>
            Progress
          </SortHead>
        )}
        {hasNumbers && (
          <SortHead id="activity" {...sorting}>
            Last activity
          </SortHead>
        )}
        {groups.map(({ year, session, columns: { length } }) => (
          <th key={`${year}${session}`} scope="colgroup" colSpan={length} className="grid-sitting">
            <span>
              {length > 2 ? session : session.slice(0, 3)} {year}
            </span>
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2}>
        {groups.map((group) =>
          group.columns.map((column, index) => (
            <th
              key={column.key}
              scope="col"
              data-paper={column.key}
              className={cx(
                'grid-paper',
                index === 0 && 'grid-first',
                column.notSet !== undefined && 'grid-not-set',
                papers.has(column.key) && 'grid-chosen',
              )}
            >
              <PaperHead column={column} isChosen={papers.has(column.key)} />
            </th>
          )),
        )}
      </tr>
    </thead>
  );
});

function PaperHead({ column, isChosen }: { column: Column; isChosen: boolean }) {
  const { paper, timezone, notSet } = column;
  const words = notSet === undefined ? columnName(column) : `${columnName(column)}. Not set: ${notSet}.`;
  return (
    <button type="button" tabIndex={-1} aria-pressed={isChosen}>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" title={words}>
        {paper === 'essay' ? 'Ess' : `P${paperLabel(paper).slice(-1)}`}
        <span>{timezone ?? '\u00a0'}</span>
      </span>
    </button>
  );
}

type SortHeadProps = Sorting & {
  id: Order;
  children: ReactNode;
};

function SortHead({ id, order, reversed, onOrder, children }: SortHeadProps) {
  const isChosen = id === order;
  // A name rises from A; progress and activity fall from the most and the latest.
  const isRising = (id === 'name') !== reversed;
  const Arrow = isRising ? ArrowUp : ArrowDown;
  return (
    <th scope="col" rowSpan={2} aria-sort={isChosen ? (isRising ? 'ascending' : 'descending') : 'none'}>
      <button type="button" tabIndex={-1} onClick={() => onOrder(id, isChosen && !reversed)}>
        {children}
        {isChosen ? <Arrow aria-hidden="true" /> : <span aria-hidden="true" />}
      </button>
    </th>
  );
}
