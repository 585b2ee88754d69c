import { useEffect } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Strip } from '../../../ui/Strip.tsx';
import type { Column, GridStudent, Row } from '../class-grid.ts';
import { chosenIn, type Selection, selectionWords } from './selection.ts';
import { doneAlready, MAX_SET_PAPERS, type SetStart } from './set-draft.ts';

type SelectionBarProps = {
  selection: Selection;
  columns: readonly Column[];
  students: readonly GridStudent[];
  /** The students in sight. */
  shown: readonly Row[];
  onClear: () => void;
  onSet: (start: Omit<SetStart, 'subjectId'>) => void;
};

/** At the lower edge while something is chosen in the grid. */
export function SelectionBar({ selection, columns, students, shown, onClear, onSet }: SelectionBarProps) {
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
    const isEveryone = selection.students.size === 0 && shown.length === students.length;
    onSet({
      // As many as a subject has can be too many: then they are chosen first.
      ...(papers.length <= MAX_SET_PAPERS && { papers }),
      audience: isEveryone
        ? { kind: 'everyone' }
        : { kind: 'chosen', ids: new Set(chosen.rows.map(({ id }) => id)) },
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
