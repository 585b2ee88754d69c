import { useEffect, useState } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { doneOnProblem, isoDay } from '../../../../domain/days.ts';
import { Button } from '../../ui/Button.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { boxesOf } from './boxes.ts';
import { DayField } from './DayField.tsx';
import { markSelected, stopSelecting, useSelection } from './several.ts';
import type { SittingView } from './sittings.ts';

/** At the lower edge while papers are being selected: how many, done when, and the act itself. */
export function SeveralBar({ sittings }: { sittings: readonly SittingView[] }) {
  const selection = useSelection();
  return selection && <Bar selection={selection} sittings={sittings} />;
}

type BarProps = { selection: ReadonlySet<string>; sittings: readonly SittingView[] };

function Bar({ selection, sittings }: BarProps) {
  const [day, setDay] = useState(() => isoDay(new Date()));
  const [problem, setProblem] = useState<string>();

  // Left by another page or another login: nothing stays selected there.
  useEffect(() => stopSelecting, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) stopSelecting();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, []);

  function mark() {
    const wrong = doneOnProblem(day, isoDay(new Date()));
    setProblem(wrong);
    if (!wrong) markSelected(day);
  }

  return (
    <Strip kind="selection" label="Tick several">
      <div className="several">
        <p role="status" className="several-count">
          {countWords(selection, sittings)}
        </p>
        <DayField
          label="Done on"
          day={day}
          onChange={(next) => {
            setDay(next);
            setProblem(undefined);
          }}
          error={problem}
          reserve={false}
        />
        <Button onClick={stopSelecting}>Cancel</Button>
        <Button variant="primary" disabled={selection.size === 0} onClick={mark}>
          Mark as done
        </Button>
      </div>
    </Strip>
  );
}

/** '5 selected, 2 not shown'. */
function countWords(selection: ReadonlySet<string>, sittings: readonly SittingView[]): string {
  const shown = new Set(sittings.flatMap((sitting) => boxesOf(sitting).map(completionKey)));
  const hidden = [...selection].filter((key) => !shown.has(key)).length;
  return `${selection.size} selected${hidden > 0 ? `, ${hidden} not shown` : ''}`;
}
