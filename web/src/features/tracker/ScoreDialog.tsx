import { type SubmitEvent, Suspense, useContext, useEffect, useId, useRef, useState } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { doneOnProblem, isoDay } from '../../../../domain/days.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { parseScore } from '../../../../domain/scores.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { pathTo } from '../../paths.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { DayField } from './DayField.tsx';
import { paperFiles } from './paper-files.ts';
import { SlotsContext } from './slots.ts';
import { readRecord, setRecord, useRecord } from './state/records.ts';

/**
 * Asks for the score of a paper that is ticked already, so leaving by any way but Confirm keeps what is there: no score
 * for a paper just ticked, the old one for a paper that had one.
 */
export default function ScoreDialog({ paper, onClose }: { paper: PaperId; onClose: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { FilesPart } = useContext(SlotsContext);
  const [files] = useState(() => paperFiles(paper));
  const { isCompleted, completedAt } = useRecord(completionKey(paper));
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
    field.current?.closest('dialog')?.style.setProperty('display', 'none');
    afterPaint(onClose);
  }

  function confirm(event: SubmitEvent) {
    event.preventDefault();
    const problem = doneOnProblem(day, isoDay(new Date()));
    setDayProblem(problem);
    if (problem) return;
    const { value = '', validity } = field.current ?? {};
    // A number field answers nothing for what is not a number; the rule wants a 0 for that.
    const score = parseScore(validity?.badInput ? 'not a number' : value);
    setRecord(paper, { isCompleted: true, score, ...(day !== doneBefore && { doneOn: day }) });
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
      <PaperFacts paper={paper} />
      <form id={id} method="post" action={pathTo('home')} noValidate onSubmit={confirm}>
        <Field
          ref={field}
          label="Score"
          optional
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={1}
          defaultValue={readRecord(completionKey(paper)).score ?? ''}
          hint="Your percentage, 0 to 100."
          // On a phone the keyboard would cover Skip before anybody has read the question.
          data-autofocus={window.matchMedia('(pointer: fine)').matches || undefined}
        />
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

function PaperFacts({ paper }: { paper: PaperId }) {
  const { subjectId, session, year, timezone } = paper;
  const facts = [paperLabel(paper.paper), `${session} ${year}`, ...(timezone === null ? [] : [timezone])];
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
