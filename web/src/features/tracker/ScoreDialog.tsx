import { type SubmitEvent, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { doneOnProblem, isoDay } from '../../../../domain/days.ts';
import { paperFacts } from '../../../../domain/paper-facts.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { pathTo } from '../../paths.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DayField } from './DayField.tsx';
import { paperFiles } from './paper-files.ts';
import { ScoreField, type ScoreFieldHandle } from './ScoreField.tsx';
import { SlotsContext } from './slots.ts';
import { readRecord, setRecord, useRecord } from './state/records.ts';

/**
 * Asks for the score of a paper that is ticked already, so leaving by any way but Confirm keeps what is there: no score
 * for a paper just ticked, the old one for a paper that had one.
 */
export default function ScoreDialog({ paper, onClose }: { paper: PaperId; onClose: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<ScoreFieldHandle>(null);
  const { FilesPart } = useContext(SlotsContext);
  const [files] = useState(() => paperFiles(paper));
  const { isCompleted, completedAt } = useRecord(completionKey(paper));
  const [before] = useState(() => readRecord(completionKey(paper)));
  const { minutes, mostMarks } = paperFacts(paper);
  const [doneBefore] = useState(() => isoDay(new Date(completedAt ?? Date.now())));
  const [day, setDay] = useState(doneBefore);
  const [dayProblem, setDayProblem] = useState<string>();

  useEffect(() => {
    // The tick was refused, or taken back elsewhere: there is nothing left to ask.
    if (!isCompleted) onClose();
  }, [isCompleted, onClose]);

  function changeDay(next: string) {
    setDay(next);
    setDayProblem(undefined);
  }

  function leave() {
    // Out of sight at once, closed when that has been painted. By script: the page's policy allows no style attribute.
    form.current?.closest('dialog')?.style.setProperty('display', 'none');
    afterPaint(onClose);
  }

  function confirm(event: SubmitEvent) {
    event.preventDefault();
    const problem = doneOnProblem(day, isoDay(new Date()));
    setDayProblem(problem);
    if (problem) return;
    const entered = field.current?.read();
    if (!entered) return;
    setRecord(paper, { isCompleted: true, ...entered, ...(day !== doneBefore && { doneOn: day }) });
    leave();
  }

  return (
    <Dialog
      open
      size="small"
      title="Enter Score & Upload Files"
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>Skip</Button>
          <Button type="submit" form={id} variant="primary">
            Confirm
          </Button>
        </>
      }
    >
      <PaperWords paper={paper} minutes={minutes} />
      <form ref={form} id={id} method="post" action={pathTo('home')} noValidate onSubmit={confirm}>
        <ScoreField ref={field} score={before.score} marks={before.marks} mostMarks={mostMarks} />
        <DayField label="Done on" day={day} onChange={changeDay} error={dayProblem} />
      </form>
      {FilesPart && (
        // The place is kept: the part is fetched ahead, but somebody may be quicker.
        <Suspense fallback={<div className="h-32" />}>
          <FilesPart {...files} />
        </Suspense>
      )}
    </Dialog>
  );
}

function PaperWords({ paper, minutes }: { paper: PaperId; minutes: number | undefined }) {
  const { subjectId, session, year, timezone } = paper;
  const facts = [paperLabel(paper.paper), `${session} ${year}`, timezone, minutes && `${minutes} min`].filter(
    (fact) => typeof fact === 'string',
  );
  return (
    <div className="mb-5 rounded-md bg-sunken px-3 py-2.5">
      <p className="text-small text-ink-soft">{subjectName(subjectId)}</p>
      <p className="flex flex-wrap gap-x-2 font-medium tabular-nums">
        {facts.map((fact, index) => (
          <span key={fact}>
            {index > 0 && (
              <span aria-hidden="true" className="mr-2 text-ink-faint">
                ·
              </span>
            )}
            {fact}
          </span>
        ))}
      </p>
    </div>
  );
}
