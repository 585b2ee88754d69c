import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Check } from 'lucide-react';
import { lazy, memo, type ReactNode, Suspense, useRef } from 'react';
import { Link } from 'wouter';
import { paperLabel } from '../../../../domain/papers.ts';
import { shownDate } from '../../format/shown-date.ts';
import { pathTo } from '../../paths.ts';
import { cx } from '../../ui/cx.ts';
import { scoreClass } from '../../ui/score-class.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import {
  averageOf,
  type Column,
  type ColumnGroup,
  columnName,
  type Order,
  type Row,
  sharedFiles,
  shownAgain,
  shownScore,
} from './class-grid.ts';
import { againWords } from './student-progress.ts';
import './grid.css';

const FilesEye = lazy(() => import('./FilesEye.tsx'));

type GridTableProps = {
  caption: string;
  groups: readonly ColumnGroup[];
  rows: readonly Row[];
  order: Order;
  reversed: boolean;
  onOrder: (order: Order, reversed: boolean) => void;
};

/** As grid.css says. */
const ROW_PX = 40;
const WHOLE_CLASS = 40;
/** So many papers fit across a sheet of paper. */
const PAPERS_ON_SHEET = 22;

/** Students down, papers across. Head, names and averages stay in sight, and only the rows in sight are drawn. */
export function GridTable({ caption, groups, rows, ...sorting }: GridTableProps) {
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
  const shared = { caption, rows, sorting };
  return (
    <section
      ref={box}
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
      tabIndex={0}
      className="class-grid"
    >
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

type PartProps = Pick<GridTableProps, 'caption' | 'groups' | 'rows'> & {
  sorting: Pick<GridTableProps, 'order' | 'reversed' | 'onOrder'>;
  /** With the columns of progress and last activity. */
  hasNumbers: boolean;
  /** Which rows are drawn, and the room that stands for those above and below. */
  shown: readonly number[];
  before?: number;
  after?: number;
};

/** All papers, or those of one sheet. */
function Part({ caption, groups, rows, sorting, hasNumbers, shown, before = 0, after = 0 }: PartProps) {
  const columns = groups.flatMap((group) => group.columns);
  const fixed = hasNumbers ? 3 : 1;
  return (
    <table aria-rowcount={rows.length + 3}>
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
                className={cx(
                  'grid-paper',
                  index === 0 && 'grid-first',
                  column.notSet !== undefined && 'grid-not-set',
                )}
              >
                <PaperHead column={column} />
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        <Gap height={before} span={columns.length + fixed} />
        {shown.map((index) => {
          const row = rows[index];
          return (
            row && (
              <StudentRow
                key={row.id}
                row={row}
                groups={groups}
                hasNumbers={hasNumbers}
                rowIndex={index + 3}
              />
            )
          );
        })}
        <Gap height={after} span={columns.length + fixed} />
      </tbody>
      <tfoot>
        <tr aria-rowindex={rows.length + 3}>
          <th scope="row">Average</th>
          {hasNumbers && (
            <td colSpan={2} className="grid-number">
              {averageProgress(rows)}% done
            </td>
          )}
          {groups.map((group) =>
            group.columns.map((column, index) => (
              <Average key={column.key} value={averageOf(rows, column)} isFirst={index === 0} />
            )),
          )}
        </tr>
      </tfoot>
    </table>
  );
}

function averageProgress(rows: readonly Row[]): number {
  const sum = rows.reduce((total, { progress }) => total + progress.percentage, 0);
  return rows.length === 0 ? 0 : Math.round(sum / rows.length);
}

function PaperHead({ column }: { column: Column }) {
  const { paper, timezone, notSet } = column;
  const words = notSet === undefined ? columnName(column) : `${columnName(column)}. Not set: ${notSet}.`;
  return (
    <>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" title={words}>
        {paper === 'essay' ? 'Ess' : `P${paperLabel(paper).slice(-1)}`}
        <span>{timezone ?? '\u00a0'}</span>
      </span>
    </>
  );
}

type SortHeadProps = Pick<GridTableProps, 'order' | 'reversed' | 'onOrder'> & {
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
      <button type="button" onClick={() => onOrder(id, isChosen && !reversed)}>
        {children}
        {isChosen ? <Arrow aria-hidden="true" /> : <span aria-hidden="true" />}
      </button>
    </th>
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

type StudentRowProps = {
  row: Row;
  groups: readonly ColumnGroup[];
  hasNumbers: boolean;
  rowIndex: number;
};

const StudentRow = memo(function StudentRow({ row, groups, hasNumbers, rowIndex }: StudentRowProps) {
  const { id, name, email, progress, lastActivity, completion } = row;
  return (
    <tr aria-rowindex={rowIndex}>
      <th scope="row">
        <Link href={pathTo('teacherStudent', { studentId: id })} title={`${name}, ${email}`}>
          {name}
        </Link>
        <span className="grid-share">{progress.percentage}%</span>
      </th>
      {hasNumbers && (
        <>
          <td className="grid-number">
            {progress.completed}/{progress.total} <span>{progress.percentage}%</span>
          </td>
          <td className="grid-day">{lastActivity === null ? 'Never' : shownDate(new Date(lastActivity))}</td>
        </>
      )}
      {groups.map((group) =>
        group.columns.map((column, index) => (
          <td
            key={column.key}
            className={cx(index === 0 && 'grid-first', column.notSet !== undefined && 'grid-not-set')}
          >
            <Done score={shownScore(column, completion)} again={shownAgain(column, row)} />
            <Shared column={column} row={row} />
          </td>
        )),
      )}
    </tr>
  );
});

type DoneProps = { score: number | null | undefined; again: Row['again'][string] | undefined };

function Done({ score, again }: DoneProps) {
  if (score === undefined) return null;
  const words = again && againWords(again);
  return (
    <span
      className={cx('grid-tile', score === null ? 'grid-done' : scoreClass(score), words && 'grid-again')}
      title={words}
    >
      {score === null ? (
        <>
          <Check aria-hidden="true" />
          <span className="sr-only">Done, no score</span>
        </>
      ) : (
        score
      )}
      {words && <span className="sr-only">, {words}</span>}
    </span>
  );
}

/** The eye of files that the student shares. */
function Shared({ column, row }: { column: Column; row: Row }) {
  const shared = sharedFiles(column, row);
  return (
    shared && (
      <Suspense>
        <FilesEye studentId={row.id} studentName={row.name} {...shared} className="grid-eye" />
      </Suspense>
    )
  );
}

function Average({ value, isFirst }: { value: number | null; isFirst: boolean }) {
  return <td className={cx('grid-average', isFirst && 'grid-first')}>{value}</td>;
}
