import type { PaperId } from '../../../../domain/completion-key.ts';
import { doneOnProblem, isoDay } from '../../../../domain/days.ts';
import { storedTextProblem } from '../../../../domain/text.ts';
import { shownDay } from '../../format/shown-date.ts';
import { type Attempt, changeAttempt, dayOfAttempt } from './state/attempts.ts';
import { type PaperRecord, setRecord } from './state/records.ts';
import { attemptsOf, type TickValue } from './state/tick.ts';

/** What the score dialog is asking about: the newest attempt, one more, or one of those before. */
export type Asked = 'newest' | 'again' | Attempt;

/** What stands in the fields. */
export interface Entry extends Pick<TickValue, 'score' | 'marks'> {
  day: string;
  note: string;
}

const today = (): string => isoDay(new Date());

/** What stands in them at first. */
function entryOf(asked: Asked, { score, marks, completedAt, note = '' }: PaperRecord): Entry {
  if (asked === 'again') return { score: null, day: today(), note: '' };
  if (asked === 'newest') return { score, marks, day: isoDay(new Date(completedAt ?? Date.now())), note };
  return {
    score: asked.score,
    marks: asked.marks ?? undefined,
    day: dayOfAttempt(asked),
    note: asked.note ?? '',
  };
}

/** What the dialog asks, with what stands in its fields. `number`: which question it is since the dialog was opened. */
export function questionOf(asked: Asked, record: PaperRecord, number: number) {
  const before = entryOf(asked, record);
  return { asked, number, before, day: before.day, note: before.note, title: titleOf(asked, record) };
}

/** What is wrong with a day and a note. */
export const problemsOf = ({ day, note }: Pick<Entry, 'day' | 'note'>) => ({
  day: doneOnProblem(day, today()),
  note: storedTextProblem(note.trim(), { multiline: true }),
});

/** 'Attempt 3', 'Attempt of 3 Nov'; nothing for the newest, which is what the dialog is about anyway. */
function titleOf(asked: Asked, record: PaperRecord): string | undefined {
  if (asked === 'again') return `Attempt ${attemptsOf(record) + 1}`;
  return asked === 'newest' ? undefined : `Attempt of ${shownDay(dayOfAttempt(asked))}`;
}

export function saveEntry(
  paper: PaperId,
  asked: Asked,
  before: Entry,
  { score, marks, day, note }: Entry,
): void {
  const words = note.trim();
  if (asked === 'again')
    setRecord(paper, {
      isCompleted: true,
      score,
      marks,
      doneOn: day,
      adds: Date.now(),
      ...(words && { note: words }),
    });
  else if (asked === 'newest')
    setRecord(paper, {
      isCompleted: true,
      score,
      marks,
      ...(day !== before.day && { doneOn: day }),
      ...(words !== before.note && { note: words }),
    });
  else void changeAttempt(asked, { score, marks, doneOn: day, note: words });
}

/** A paper that has just been ticked has not been done before. */
export const isDoneBefore = (record: PaperRecord): boolean =>
  record.score !== null || attemptsOf(record) > 1 || entryOf('newest', record).day !== today();
