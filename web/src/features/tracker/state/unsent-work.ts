import { NOTE_MAX } from '../../../../../domain/attempts.ts';
import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { changeWork, listIn, objectIn, readWork } from '../../../guest/work-store.ts';
import { dayIn, scoreIn, subjectsIn } from './kept-work.ts';
import type { PaperRecord } from './records.ts';
import { isSameValue, type TickValue } from './tick.ts';

/** What the tracker keeps of a user, by the same rule as `kept-work.ts`. */

/**
 * What a user has changed and the server has not confirmed, in the order in which it is to be sent. It counts instead of
 * what they did as a guest.
 */
export function readUnsent(userId: number, text?: string): Map<string, readonly TickValue[]> {
  const unsent = new Map<string, readonly TickValue[]>();
  for (const [key, fields] of Object.entries(readWork(userId, text).unsent ?? {})) {
    const { after, ...last } = objectIn(fields);
    const changes = [...listIn(after), last].flatMap((change) => changeIn(objectIn(change)) ?? []);
    if (changes.length > 0 && parseCompletionKey(key)) unsent.set(key, changes);
  }
  return unsent;
}

function changeIn(fields: Record<string, unknown>): TickValue | undefined {
  const { is_completed, score, marks, done_on, note, adds, restores } = fields;
  if (typeof is_completed !== 'boolean') return undefined;
  if (!is_completed) return { isCompleted: false, score: null };
  return {
    isCompleted: true,
    ...scoreIn(score, marks),
    ...dayIn(done_on),
    ...(typeof note === 'string' && note.length <= NOTE_MAX && { note }),
    ...(Number.isSafeInteger(adds) && { adds: Number(adds) }),
    ...(restores === true && { restores }),
  };
}

const asFields = ({ isCompleted, score, marks, doneOn, note, adds, restores }: TickValue) => ({
  is_completed: isCompleted,
  score,
  marks,
  done_on: doneOn,
  note,
  adds,
  restores,
});

/** The last one as it always was, so that a page from before a new version reads at least that. */
export function keepUnsent(userId: number, key: string, changes: readonly TickValue[]): void {
  const [last, ...before] = changes.map(asFields).toReversed();
  const after = before.toReversed();
  const fields = last && { ...last, ...(after.length > 0 && { after }) };
  const { [key]: _replaced, ...others } = readWork(userId).unsent ?? {};
  const unsent = fields ? { ...others, [key]: fields } : others;
  changeWork(userId, { unsent: Object.keys(unsent).length === 0 ? undefined : unsent });
}

/** Leaves another change alone: it is wanted by now, here or in another tab, and still has to be sent. */
export function forgetUnsent(userId: number, key: string, value: TickValue): void {
  if (readWork(userId).unsent?.[key] === undefined) return;
  const [first, ...rest] = readUnsent(userId).get(key) ?? [];
  if (!first || isSameValue(first, value)) keepUnsent(userId, key, rest);
}

const daysIn = (values: readonly unknown[]): string[] => values.flatMap((value) => dayIn(value).doneOn ?? []);

/** What the tracker showed last, for when it is opened and nobody answers. */
export interface LastShown {
  /** When the server last confirmed it. */
  at: number;
  subjects: readonly string[];
  records: ReadonlyMap<string, PaperRecord>;
}

export function keepLastShown(userId: number, { at, subjects, records }: LastShown): void {
  const fields = Array.from(records, ([key, record]) => [
    key,
    [
      Number(record.isCompleted),
      record.score,
      record.fileCount,
      record.completedAt,
      record.marks,
      record.note,
      record.earlier,
    ],
  ]);
  changeWork(userId, { lastShown: { at, subjects, records: Object.fromEntries(fields) } });
}

export function findLastShown(userId: number): LastShown | undefined {
  const { at, subjects, records } = readWork(userId).lastShown ?? {};
  if (typeof at !== 'number') return undefined;
  const shown = new Map<string, PaperRecord>();
  for (const [key, value] of Object.entries(objectIn(records))) {
    const [done, score, files, doneAt, marks, note, earlier] = listIn(value);
    const isCompleted = done === 1;
    if (parseCompletionKey(key))
      shown.set(key, {
        isCompleted,
        ...scoreIn(isCompleted ? score : null, marks),
        fileCount: Number.isSafeInteger(files) ? Number(files) : 0,
        completedAt: isCompleted && Number.isSafeInteger(doneAt) ? Number(doneAt) : null,
        ...(isCompleted && typeof note === 'string' && { note }),
        ...(isCompleted && Array.isArray(earlier) && { earlier: daysIn(earlier) }),
      });
  }
  return { at, subjects: subjectsIn(subjects), records: shown };
}
