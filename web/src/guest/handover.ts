import { readStored, writeStored } from '../storage.ts';
import { addGuestWork, changeWork, listIn, objectIn, parseJson, removeLastShown } from './work-store.ts';

/**
 * What a guest did goes over to the account they make or log in to. Here it is only moved within local storage, from the
 * guest's names to that user's part; the tracker delivers it at every load until the server has confirmed all of it. So
 * no login waits for it or fails because of it, and a bad moment loses nothing.
 */

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
  // The guest's work is put aside, and comes back when the impersonation ends; until then the promise stands.
  if (readStored('impersonation') !== undefined) return;
  const records = objectIn(parseJson(readStored('localCompletionStatus')));
  const subjects = listIn(parseJson(readStored('localSubjects')));
  // Written before anything is cleared: a page that ends between the two has it twice, which does no harm.
  if (Object.keys(records).length > 0 || subjects.length > 0) addGuestWork(userId, { records, subjects });
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
  removeLastShown();
  // Its name in earlier versions.
  writeStored('lastKnown', undefined);
  writeStored('lastProfile', undefined);
  writeStored('fromTeachers', undefined);
  writeStored('subjectYearRanges', undefined);
  writeStored('timezoneOverrides', undefined);
  writeStored('sits', undefined);
  writeStored('papers', undefined);
  writeStored('claimedPapers', undefined);
  writeStored('unreportedPapers', undefined);
  writeStored('openSittings', undefined);
  writeStored('onlyLeft', undefined);
  writeStored('preferencesUnsent', undefined);
  writeStored('pace', undefined);
  writeStored('paceUnsent', undefined);
  writeStored('viewedSubject', undefined);
}

/** What was still to be sent for a user who is no more. */
export function dropWork(userId: number): void {
  changeWork(userId, { guest: undefined, unsent: undefined, lastShown: undefined });
}
