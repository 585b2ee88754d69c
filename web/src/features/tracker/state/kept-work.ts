import { NOTE_MAX } from '../../../../../domain/attempts.ts';
import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { doneOnProblem, latestDay } from '../../../../../domain/days.ts';
import { areMarksOf, isScore } from '../../../../../domain/scores.ts';
import { isKnownSubject } from '../../../../../domain/subjects.ts';
import {
  addGuestWork,
  changeWork,
  guestWorkIn,
  listIn,
  objectIn,
  parseJson,
  readWork,
} from '../../../guest/work-store.ts';
import { readStored, type StoredName, writeStored } from '../../../storage.ts';
import type { PaperRecord } from './records.ts';
import { isSameValue, type Tick, type TickValue } from './tick.ts';

/**
 * All that the tracker keeps in local storage, as values that make sense. Anybody can edit it there and anything can
 * have damaged it, so what is readable is used and the rest dropped.
 */

/** Only completed papers are in it: an unticked paper is no work. */
export type GuestRecords = Map<string, Omit<Tick, 'isCompleted'>>;

interface StoredTick {
  is_completed: true;
  score: number | null;
  marks?: string;
  completed_at?: string;
  done_on?: string;
}

export function recordsIn(value: unknown): GuestRecords {
  const records: GuestRecords = new Map();
  for (const [key, record] of Object.entries(objectIn(value))) {
    const { is_completed, score, marks, completed_at, done_on } = objectIn(record);
    const time = typeof completed_at === 'string' ? Date.parse(completed_at) : Number.NaN;
    if (is_completed === true && parseCompletionKey(key))
      records.set(key, {
        ...scoreIn(score, marks),
        ...dayIn(done_on),
        completedAt: Number.isNaN(time) ? null : time,
      });
  }
  return records;
}

/** A score that makes sense, with the marks that it was entered as. */
function scoreIn(score: unknown, marks: unknown): Pick<Tick, 'score' | 'marks'> {
  if (!isScore(score)) return { score: null };
  return typeof marks === 'string' && areMarksOf(marks, score) ? { score, marks } : { score };
}

/** A day that makes sense, if it is one. */
function dayIn(value: unknown): { doneOn?: string } {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return isDay && !doneOnProblem(value, latestDay(Date.now())) ? { doneOn: value } : {};
}

const daysIn = (values: readonly unknown[]): string[] => values.flatMap((value) => dayIn(value).doneOn ?? []);

/** As it is stored, and as it is sent. */
export function recordsAsJson(records: GuestRecords): Record<string, StoredTick> {
  return Object.fromEntries(
    Array.from(records, ([key, { score, marks, doneOn, completedAt }]) => [
      key,
      {
        is_completed: true as const,
        score,
        ...(marks !== undefined && { marks }),
        ...(completedAt !== null && { completed_at: new Date(completedAt).toISOString() }),
        ...(doneOn !== undefined && { done_on: doneOn }),
      },
    ]),
  );
}

export function subjectsIn(value: unknown): string[] {
  const known = listIn(value).filter((id): id is string => typeof id === 'string' && isKnownSubject(id));
  return [...new Set(known)];
}

/** A guest's own, before any login. */
export const readGuestRecords = () => recordsIn(parseJson(readStored('localCompletionStatus')));
export const readGuestSubjects = () => subjectsIn(parseJson(readStored('localSubjects')));

/** What a user did as a guest and the server has not confirmed yet. `text`: as it was at another time. */
export function readDelivery(userId: number, text?: string): { records: GuestRecords; subjects: string[] } {
  const { guest } = readWork(userId, text);
  return { records: recordsIn(guest?.records), subjects: subjectsIn(guest?.subjects) };
}

/** Removes what the server has, and with it what nobody can read. */
export function forgetDelivered(
  userId: number,
  delivered: { records?: Iterable<string>; subjects?: Iterable<string> },
): void {
  if (!readWork(userId).guest) return;
  const { records, subjects } = readDelivery(userId);
  for (const key of delivered.records ?? []) records.delete(key);
  const done = new Set(delivered.subjects);
  const open = subjects.filter((id) => !done.has(id));
  const isEmpty = records.size === 0 && open.length === 0;
  changeWork(userId, { guest: isEmpty ? undefined : { records: recordsAsJson(records), subjects: open } });
}

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

/** Until 2026 it had three names. What an open page of that time still writes is taken over by the next load. */
const OLD_NAMES = ['completionOutbox', 'unsentChanges', 'lastKnown'] satisfies StoredName[];

function takeOver(): void {
  const [outbox, unsent, lastKnown] = OLD_NAMES.map((name) => parseJson(readStored(name)));
  for (const entry of listIn(outbox)) {
    const { userId, ...work } = objectIn(entry);
    if (typeof userId === 'number') addGuestWork(userId, guestWorkIn(work));
  }
  for (const [userId, changes] of Object.entries(objectIn(unsent)))
    changeWork(Number(userId), { unsent: { ...objectIn(changes), ...readWork(Number(userId)).unsent } });
  const { userId, ...lastShown } = objectIn(lastKnown);
  if (typeof userId === 'number') changeWork(userId, { lastShown });
  for (const name of OLD_NAMES) writeStored(name, undefined);
}

if (OLD_NAMES.some((name) => readStored(name) !== undefined)) takeOver();
