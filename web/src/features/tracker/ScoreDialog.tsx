import { RotateCcw } from 'lucide-react';
import { type SubmitEvent, useContext, useEffect, useId, useRef, useState } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { paperFacts } from '../../../../domain/paper-facts.ts';
import { pathTo } from '../../paths.ts';
import { readStored } from '../../storage.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { AttemptsPart } from './AttemptsPart.tsx';
import { DayField } from './DayField.tsx';
import { type Asked, isDoneBefore, problemsOf, questionOf, saveEntry } from './entering.ts';
import { NoteField } from './NoteField.tsx';
import { PaperFacts } from './PaperFacts.tsx';
import { PartOfDialog } from './PartOfDialog.tsx';
import { paperFiles } from './paper-files.ts';
import { ScoreField, type ScoreFieldHandle } from './ScoreField.tsx';
import { SlotsContext } from './slots.ts';
import { useFromTeachers } from './state/from-teachers.ts';
import { hasAttempts, readRecord, useRecord } from './state/records.ts';
import { attemptsOf } from './state/tick.ts';
import { WordsPart } from './words/WordsPart.tsx';

/**
 * Asks for the score of a paper that is ticked already, so leaving by any way but Confirm keeps what is there: no score
 * for a paper just ticked, the old one for a paper that had one.
 */
export function ScoreDialog({ paper, onClose }: { paper: PaperId; onClose: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<ScoreFieldHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { FilesPart } = useContext(SlotsContext);
  const given = useFromTeachers();
  const [files] = useState(() => paperFiles(paper));
  const record = useRecord(completionKey(paper));
  const { isCompleted } = record;
  const [opened] = useState(record);
  const [question, setQuestion] = useState(() => questionOf('newest', record, 0));
  const [problems, setProblems] = useState<{ day?: string | undefined; note?: string | undefined }>({});
  const { asked, before, day, note, number } = question;
  const { mostMarks } = paperFacts(paper);
  const attempts = attemptsOf(record);

  useEffect(() => {
    // The tick was refused, or taken back elsewhere: there is nothing left to ask.
    if (!isCompleted) onClose();
  }, [isCompleted, onClose]);

  useEffect(() => {
    // What was pressed is gone. On a phone the keyboard would cover the question.
    if (number === 0) return;
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
    else title.current?.focus();
  }, [number]);

  /** Another one begins with fields of its own. */
  function ask(next: Asked) {
    setProblems({});
    setQuestion(questionOf(next, readRecord(completionKey(paper)), number + 1));
  }

  function change(part: { day?: string; note?: string }) {
    setProblems({});
    setQuestion({ ...question, ...part });
  }

  function leave() {
    // Out of sight at once, closed when that has been painted. By script: the page's policy allows no style attribute.
    form.current?.closest('dialog')?.style.setProperty('display', 'none');
    afterPaint(onClose);
  }

  function confirm(event: SubmitEvent) {
    event.preventDefault();
    const found = problemsOf({ day, note });
    setProblems(found);
    if (found.day || found.note) return;
    const entered = field.current?.read();
    if (!entered) return;
    saveEntry(paper, asked, before, { ...entered, day, note });
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
      {given && <given.Lines paper={paper} />}
      <WordsPart paper={paper} />
      <form ref={form} id={id} method="post" action={pathTo('home')} noValidate onSubmit={confirm}>
        {question.title && (
          <h3 ref={title} tabIndex={-1} className="mb-3 font-medium">
            {question.title}
          </h3>
        )}
        <ScoreField
          key={number}
          ref={field}
          score={before.score}
          marks={before.marks}
          mostMarks={mostMarks}
        />
        <DayField
          key={`day ${number}`}
          label="Done on"
          day={day}
          onChange={(next) => change({ day: next })}
          error={problems.day}
        />
      </form>
      {FilesPart && (
        <PartOfDialog of={FilesPart} room="h-32" missing="Files need a connection. Your tick is kept.">
          <FilesPart {...files} />
        </PartOfDialog>
      )}
      {mayNote() && (
        <NoteField
          key={`note ${number}`}
          note={note}
          onChange={(next) => change({ note: next })}
          error={problems.note}
        />
      )}
      {hasAttempts() && asked === 'newest' && isDoneBefore(opened) && (
        <Button
          variant="ghost"
          size="small"
          className="-ml-3"
          icon={<RotateCcw className="size-4" aria-hidden="true" />}
          onClick={() => ask('again')}
        >
          Do it again
        </Button>
      )}
      {hasAttempts() && attempts > 1 && (
        <AttemptsPart
          paper={paper}
          count={attempts}
          onEdit={(attempt, isNewest) => ask(isNewest ? 'newest' : attempt)}
          onRemoved={() => ask('newest')}
        />
      )}
    </Dialog>
  );
}

/** Notes are the user's own: a guest keeps none, and the platform admin looking around is shown none. */
const mayNote = (): boolean => hasAttempts() && readStored('impersonation') === undefined;
