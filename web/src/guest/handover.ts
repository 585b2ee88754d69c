import { readStored, writeStored } from '../storage.ts';

/**
 * What a guest did goes over to the account they make or log in to. Here it is only moved, in local storage and at
 * once, from the guest's names to the outbox of that user; the tracker sends the outbox at every load until the server
 * has confirmed all of it. So no login waits for it or fails because of it, and a bad moment loses nothing.
 *
 * Kept small and free of rules: it is part of every page. Whoever sends the outbox judges what is in it.
 */

/** The outbox as it is stored: one entry per user, because a device may have several. */
export type OutboxEntry = { userId: number; records: Record<string, unknown>; subjects: unknown[] };

/** A login was asked to bring the guest's work, and it is not yet known whose login it is. */
export function promiseHandOver(): void {
  writeStored('guestWorkPromised', 'true');
}

export function breakPromise(): void {
  writeStored('guestWorkPromised', undefined);
}

export const isHandOverPromised = () => readStored('guestWorkPromised') !== undefined;

/**
 * Waits for the answer that lets a guest in. The work is promised from the moment it is asked for: the guest's time may
 * end meanwhile, here or in another tab, and would take with it what the new account is about to get.
 */
export async function promiseMeanwhile<T>(answer: Promise<T>): Promise<T> {
  const wasPromised = isHandOverPromised();
  promiseHandOver();
  try {
    return await answer;
  } catch (error) {
    if (!wasPromised) breakPromise();
    throw error;
  }
}

/** Now it is known. */
export function handOverTo(userId: number): void {
  if (!isHandOverPromised()) return;
  // The guest's work is put aside, and comes back with the end of this; until then the promise stands.
  if (readStored('impersonation') !== undefined) return;
  const records = objectIn(parsed('localCompletionStatus'));
  const subjects = listIn(parsed('localSubjects'));
  if (Object.keys(records).length > 0 || subjects.length > 0) {
    const entries = readOutboxEntries();
    const mine = entries.find((entry) => entry.userId === userId);
    const others = entries.filter((entry) => entry !== mine);
    // Written before anything is cleared: a page that ends between the two has it twice, which does no harm.
    writeOutboxEntries([
      ...others,
      {
        userId,
        records: { ...mine?.records, ...records },
        subjects: [...new Set([...(mine?.subjects ?? []), ...subjects])],
      },
    ]);
  }
  clearGuestWork();
  breakPromise();
}

export function hasGuestWork(): boolean {
  return readStored('localCompletionStatus') !== undefined || readStored('localSubjects') !== undefined;
}

export function clearGuestWork(): void {
  writeStored('localCompletionStatus', undefined);
  writeStored('localSubjects', undefined);
}

/** What a user has set and last saw is kept on this device too; the next person here is not to find it. */
export function clearKeptOfUser(): void {
  writeStored('lastProfile', undefined);
  writeStored('lastKnown', undefined);
  writeStored('subjectYearRanges', undefined);
  writeStored('timezoneOverrides', undefined);
  writeStored('preferencesUnsent', undefined);
  writeStored('viewedSubject', undefined);
}

/** What was still to be sent for a user who is no more. */
export function dropOutbox(userId: number): void {
  writeOutboxEntries(readOutboxEntries().filter((entry) => entry.userId !== userId));
}

export function readOutboxEntries(): OutboxEntry[] {
  const stored = parsed('completionOutbox');
  return listIn(stored).flatMap((entry) => {
    const { userId, records, subjects } = objectIn(entry);
    return typeof userId === 'number'
      ? [{ userId, records: objectIn(records), subjects: listIn(subjects) }]
      : [];
  });
}

export function writeOutboxEntries(entries: readonly OutboxEntry[]): void {
  writeStored('completionOutbox', entries.length === 0 ? undefined : JSON.stringify(entries));
}

function parsed(name: Parameters<typeof readStored>[0]): unknown {
  try {
    return JSON.parse(readStored(name) ?? 'null');
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
