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
import type { Tick } from './tick.ts';

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
export function scoreIn(score: unknown, marks: unknown): Pick<Tick, 'score' | 'marks'> {
  if (!isScore(score)) return { score: null };
  return typeof marks === 'string' && areMarksOf(marks, score) ? { score, marks } : { score };
}

/** A day that makes sense, if it is one. */
export function dayIn(value: unknown): { doneOn?: string } {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  return isDay && !doneOnProblem(value, latestDay(Date.now())) ? { doneOn: value } : {};
}

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
