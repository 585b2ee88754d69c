import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, lazy, memo, Suspense, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { averageOf, type ColumnGroup, type Row } from './class-grid.ts';
import { GridHeads, type Sorting } from './GridHeads.tsx';
import { GridRow } from './GridRow.tsx';
import { FIRST_ROW } from './grid-keys.ts';
import { litPapers, type Selection } from './set-work/selection.ts';
import { useGridActs } from './useGridActs.ts';
import './grid.css';

const CellDetails = lazy(() => import('./CellDetails.tsx'));

type GridTableProps = Sorting & {
  caption: string;
  groups: readonly ColumnGroup[];
  rows: readonly Row[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

/** As grid.css says. */
const ROW_PX = 40;
const WHOLE_CLASS = 40;
/** So many papers fit across a sheet of paper. */
const PAPERS_ON_SHEET = 22;

/** Students down, papers across. Head, names and averages stay in sight, and only the rows in sight are drawn. */
export function GridTable({ caption, groups, rows, selection, onSelect, ...sorting }: GridTableProps) {
  const box = useRef<HTMLElement>(null);
  const printing = usePrinting();
  // oxlint-disable-next-line react/incompatible-library -- nothing it returns is handed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    // A usual class is drawn whole; in a large one a few rows stand ready.
    overscan: rows.length <= WHOLE_CLASS ? WHOLE_CLASS : 8,
  });
  const items = virtual.getVirtualItems();
  const { opened, close, tableProps } = useGridActs({
    box,
    lastRow: rows.length + FIRST_ROW - 1,
    showRow: (row) => virtual.scrollToIndex(row - FIRST_ROW),
    selection,
    onSelect,
  });
  const openedRow = rows.find(({ id }) => id === opened?.studentId);
  const openedColumn = groups.flatMap(({ columns }) => columns).find(({ key }) => key === opened?.paper);
  const shared = { caption, rows, sorting, selection, tableProps };
  return (
    <section ref={box} aria-label={caption} className="class-grid">
      {printing ? (
        sheetsOf(groups).map((part, index) => (
          <Part
            key={`${part[0]?.year}${part[0]?.session}`}
            {...shared}
            groups={part}
            hasNumbers={index === 0}
            shown={rows.map((_, row) => row)}
          />
        ))
      ) : (
        <Part
          {...shared}
          groups={groups}
          hasNumbers
          shown={items.map(({ index }) => index)}
          before={items[0]?.start ?? 0}
          after={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)}
        />
      )}
      {opened && openedRow && openedColumn && (
        <Suspense>
          <CellDetails
            key={`${openedRow.id} ${openedColumn.key}`}
            cell={opened.cell}
            row={openedRow}
            column={openedColumn}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Whole sittings, as many as fit, sheet by sheet. */
function sheetsOf(groups: readonly ColumnGroup[]): ColumnGroup[][] {
  const sheets: ColumnGroup[][] = [];
  let room = 0;
  for (const group of groups) {
    room -= group.columns.length;
    if (room < 0) {
      sheets.push([]);
      room = PAPERS_ON_SHEET - group.columns.length;
    }
    sheets.at(-1)?.push(group);
  }
  return sheets;
}

type PartProps = Pick<GridTableProps, 'caption' | 'groups' | 'rows' | 'selection'> & {
  tableProps: ComponentProps<'table'>;
  sorting: Sorting;
  /** With the columns of progress and last activity. */
  hasNumbers: boolean;
  /** Which rows are drawn, and the room that stands for those above and below. */
  shown: readonly number[];
  before?: number;
  after?: number;
};

/** All papers, or those of one sheet. */
function Part({
  caption,
  groups,
  rows,
  sorting,
  hasNumbers,
  shown,
  before = 0,
  after = 0,
  ...rest
}: PartProps) {
  const { selection, tableProps } = rest;
  const columns = groups.flatMap((group) => group.columns);
  const fixed = hasNumbers ? 3 : 1;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- it has keys of its own
    <table role="grid" aria-multiselectable aria-rowcount={rows.length + FIRST_ROW} {...tableProps}>
      <caption className="sr-only">{caption}</caption>
      {/* Widths that are known: no row that comes into sight makes the browser measure all the others. */}
      <colgroup>
        <col className="grid-name" />
        {hasNumbers && <col className="grid-number" />}
        {hasNumbers && <col className="grid-day" />}
        {columns.map(({ key }) => (
          <col key={key} className="grid-paper" />
        ))}
      </colgroup>
      <GridHeads groups={groups} papers={selection.papers} hasNumbers={hasNumbers} {...sorting} />
      <tbody>
        <Gap height={before} span={columns.length + fixed} />
        {shown.map((index) => {
          const row = rows[index];
          return (
            row && (
              <GridRow
                key={row.id}
                row={row}
                groups={groups}
                hasNumbers={hasNumbers}
                rowIndex={index + FIRST_ROW}
                isChosen={selection.students.has(row.id)}
                lit={litPapers(selection, row.id)}
              />
            )
          );
        })}
        <Gap height={after} span={columns.length + fixed} />
      </tbody>
      <Foot rows={rows} groups={groups} hasNumbers={hasNumbers} />
    </table>
  );
}

/** Stands for the rows that are out of sight. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="grid-gap">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing but room */}
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

function averageProgress(rows: readonly Row[]): number {
  const sum = rows.reduce((total, { progress }) => total + progress.percentage, 0);
  return rows.length === 0 ? 0 : Math.round(sum / rows.length);
}

type FootProps = { rows: readonly Row[]; groups: readonly ColumnGroup[]; hasNumbers: boolean };

/** Worked out from every cell: not again for a row that is selected or comes into sight. */
const Foot = memo(function Foot({ rows, groups, hasNumbers }: FootProps) {
  return (
    <tfoot>
      <tr aria-rowindex={rows.length + FIRST_ROW}>
        <th scope="row">Average</th>
        {hasNumbers && (
          <td colSpan={2} className="grid-number">
            {averageProgress(rows)}% done
          </td>
        )}
        {groups.map((group) =>
          group.columns.map((column, index) => (
            <td key={column.key} className={cx('grid-average', index === 0 && 'grid-first')}>
              {averageOf(rows, column)}
            </td>
          )),
        )}
      </tr>
    </tfoot>
  );
});
