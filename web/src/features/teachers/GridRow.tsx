import { memo } from 'react';
import { Link } from 'wouter';
import { shownDate } from '../../format/shown-date.ts';
import { pathTo } from '../../paths.ts';
import { cx } from '../../ui/cx.ts';
import type { ColumnGroup, Row } from './class-grid.ts';
import { GridCell } from './GridCell.tsx';
import { isLit, type LitPapers } from './set-work/selection.ts';

type GridRowProps = {
  row: Row;
  groups: readonly ColumnGroup[];
  hasNumbers: boolean;
  rowIndex: number;
  isChosen: boolean;
  lit: LitPapers;
};

/** One student against the papers. */
export const GridRow = memo(function GridRow({ row, groups, hasNumbers, rowIndex, ...rest }: GridRowProps) {
  const { isChosen, lit } = rest;
  const { id, name, email, progress, lastActivity } = row;
  return (
    <tr aria-rowindex={rowIndex} data-student={id}>
      <th scope="row" className={cx(isChosen && 'grid-chosen')}>
        <input
          type="checkbox"
          className="grid-box"
          aria-label={`Select ${name}`}
          tabIndex={-1}
          checked={isChosen}
          readOnly
        />
        <Link href={pathTo('teacherStudent', { studentId: id })} title={`${name}, ${email}`} tabIndex={-1}>
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
          <GridCell
            key={column.key}
            column={column}
            row={row}
            isFirst={index === 0}
            isLit={isLit(lit, column.key)}
          />
        )),
      )}
    </tr>
  );
});
