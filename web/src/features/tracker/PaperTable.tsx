import { Fragment, useMemo, useRef } from 'react';
import { type Paper, paperLabel, papersOfSubject, TIMEZONES } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { FoldLine } from './FoldLine.tsx';
import { useFolds } from './folds.ts';
import { gridFocused, gridKeyed, useReachableGrid } from './grid-keys.ts';
import { SittingRow } from './SittingRow.tsx';
import type { SittingView } from './sittings.ts';
import { TableMenu } from './TableMenu.tsx';
import { useLongPress } from './useLongPress.ts';
import { useOpenFolds, useOpenSittings } from './view.ts';

type PaperTableProps = { subjectId: string; sittings: readonly SittingView[] };

/** A row for every sitting, a column for every paper; rows with variants open to show TZ1 and TZ2. */
export function PaperTable({ subjectId, sittings }: PaperTableProps) {
  const grid = useRef<HTMLDivElement>(null);
  useReachableGrid(grid);
  const longPress = useLongPress();

  const foldable = sittings.filter((sitting) => sitting.hasVariants).map(({ id }) => id);
  const rows = useOpenSittings(subjectId, foldable);
  const folds = useOpenFolds(subjectId);
  const columns = useMemo(() => papersOfSubject(subjectId), [subjectId]);
  const lines = useFolds(subjectId, sittings);
  const isAnyClosed = foldable.some((id) => !rows.isOpen(id));

  const rowOf = (sitting: SittingView) => (
    <SittingRow
      key={sitting.id}
      sitting={sitting}
      columns={columns}
      isOpen={sitting.hasVariants && rows.isOpen(sitting.id)}
      onToggle={() => rows.set(sitting.id, !rows.isOpen(sitting.id))}
    />
  );

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells hold the focus, one at a time
    <div
      ref={grid}
      role="grid"
      aria-label={`Papers of ${subjectName(subjectId)}`}
      className="papers"
      onFocus={gridFocused}
      onKeyDown={gridKeyed}
      {...longPress}
    >
      <div role="row" className="papers-row papers-head">
        <div role="columnheader" className="papers-first justify-between">
          Session
          <TableMenu subjectId={subjectId} {...(foldable.length > 0 && { rows })} />
        </div>
        {columns.map((paper) => (
          <div key={paper} role="columnheader" className="papers-cell">
            {paperLabel(paper)}
            {isAnyClosed && hasTwo(sittings, paper) && <ZoneHeads />}
          </div>
        ))}
      </div>
      {lines.map((line) =>
        'words' in line ? (
          <Fragment key={line.id}>
            <div role="row" className="papers-row fold">
              <FoldLine fold={line} folds={folds} inGrid />
            </div>
            {folds.isOpen(line) && line.sittings.map(rowOf)}
          </Fragment>
        ) : (
          rowOf(line)
        ),
      )}
    </div>
  );
}

const hasTwo = (sittings: readonly SittingView[], column: Paper) =>
  sittings.some(({ papers }) => papers.some(({ paper, hasVariants }) => paper === column && hasVariants));

/** Above the two boxes of a closed row. For the eye only: each box has its whole name. */
function ZoneHeads() {
  return (
    <span aria-hidden="true" className="papers-zone-heads">
      {TIMEZONES.map((zone) => (
        <span key={zone}>{zone}</span>
      ))}
    </span>
  );
}
