import { useEffect } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Strip } from '../../../ui/Strip.tsx';
import type { Column, GridStudent, Row } from '../class-grid.ts';
import { chosenIn, type Selection, selectionWords } from './selection.ts';
import { type ChosenAudience, doneAlready, MAX_SET_PAPERS, type SetStart } from './set-draft.ts';

type GridSelectionBarProps = {
  selection: Selection;
  columns: readonly Column[];
  /** Who takes the subject, and those of them who are in sight. */
  students: readonly GridStudent[];
  shown: readonly Row[];
  /** Whom it is for if nobody is chosen; undefined while a search leaves some out. */
  allShown: ChosenAudience | undefined;
  onClear: () => void;
  onSet: (start: Omit<SetStart, 'subjectId'>) => void;
};

/** At the lower edge while something is chosen in the grid. */
export function GridSelectionBar({ selection, columns, students, shown, ...rest }: GridSelectionBarProps) {
  const { allShown, onClear, onSet } = rest;
  const inSight = new Set(shown.map(({ id }) => id));
  const chosen = chosenIn(
    selection,
    { columns, rows: students },
    { rows: students.filter(({ id }) => inSight.has(id)) },
  );
  const papers = chosen.columns.map(({ key }) => key);
  const hidden = chosen.rows.filter(({ id }) => !inSight.has(id)).length;

  useEffect(() => {
    const clear = (event: KeyboardEvent) => {
      const isAbove = document.querySelector('dialog:is([open], :popover-open)') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isAbove) onClear();
    };
    document.addEventListener('keydown', clear);
    return () => document.removeEventListener('keydown', clear);
  }, [onClear]);

  function set() {
    const chosenOnes = { kind: 'chosen', ids: new Set(chosen.rows.map(({ id }) => id)) } as const;
    onSet({
      // As many as a subject has can be too many: then they are chosen first.
      ...(papers.length <= MAX_SET_PAPERS && { papers }),
      audience: (selection.students.size === 0 ? allShown : undefined) ?? chosenOnes,
    });
  }

  return (
    <Strip kind="selection" label="Selection">
      <p role="status" className="mr-auto py-1">
        {selectionWords({
          papers: papers.length,
          students: chosen.rows.length,
          hidden,
          done: doneAlready(papers, chosen.rows),
        })}
      </p>
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
      <Button variant="primary" onClick={set}>
        Set papers
      </Button>
    </Strip>
  );
}
