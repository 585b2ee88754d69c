import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { paperLabel, papersOfSubject } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { gridFocused, gridKeyed, useReachableGrid } from './grid-keys.ts';
import { SittingRow } from './SittingRow.tsx';
import type { SittingView } from './sittings.ts';

type PaperTableProps = { subjectId: string; sittings: readonly SittingView[] };

/** A row for every sitting, a column for every paper; rows with variants open to show TZ1 and TZ2. */
export function PaperTable({ subjectId, sittings }: PaperTableProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useReachableGrid(grid);

  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);

  const columns = papersOfSubject(subjectId);
  const foldable = sittings.filter((sitting) => sitting.hasVariants);
  const allOpen = foldable.length > 0 && foldable.every(({ id }) => open.has(id));
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells hold the focus, one at a time
    <div
      ref={grid}
      role="grid"
      aria-label={`Papers of ${subjectName(subjectId)}`}
      className="papers"
      onFocus={gridFocused}
      onKeyDown={gridKeyed}
    >
      <div role="row" className="papers-row papers-head">
        <div role="columnheader" className="papers-first justify-between">
          Session
          {foldable.length > 0 && (
            <IconButton
              title={allOpen ? 'Close all rows' : 'Open all rows'}
              size="small"
              icon={allOpen ? <ChevronsDownUp /> : <ChevronsUpDown />}
              onClick={() => setOpen(new Set(allOpen ? [] : foldable.map(({ id }) => id)))}
            />
          )}
        </div>
        {columns.map((paper) => (
          <div key={paper} role="columnheader" className="papers-cell">
            {paperLabel(paper)}
          </div>
        ))}
      </div>
      {sittings.map((sitting) => (
        <SittingRow
          key={sitting.id}
          sitting={sitting}
          columns={columns}
          isOpen={sitting.hasVariants && open.has(sitting.id)}
          onToggle={toggle}
        />
      ))}
    </div>
  );
}
