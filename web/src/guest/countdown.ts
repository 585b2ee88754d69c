import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { leaveFor } from '../navigation/arrival.ts';
import { matchPath, type PageName, pathTo } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { createListeners } from '../state/observable.ts';
import { readStored, subscribeStored, writeStored } from '../storage.ts';
import { breakPromise, clearGuestWork, hasGuestWork, isHandOverPromised } from './handover.ts';

/**
 * A guest's 300 seconds on the tracker and the two forms that lead to an account: one clock for these pages, for
 * reloads and for all tabs, because what is stored is when it ends.
 */

const GUEST_SECONDS = 300;
const COUNTED: readonly (PageName | 'notFound')[] = ['home', 'login', 'register'];
/** A guest who comes back after so long starts over. */
const FORGOTTEN_AFTER = 30 * 60 * 1000;
/** A login that is still under way after such a time has gone with the page that sent it. */
const LONGEST_LOGIN = 2 * 60 * 1000;

/**
 * When the time ends for a guest who is there now.
 * - A time that still runs runs on, whatever page or tab it was started in. More than a whole time cannot be left:
 *   the clock of the device was changed, or somebody edited it.
 * - Without any it begins now.
 * - A time that ended while nobody looked is over, if there is work it was given for. Without work there is nothing
 *   to end: the landing page leads to the forms, which must not lead straight back to it.
 * - One that ended more than half an hour ago is forgotten. Who returns the next day finds their work and has a new
 *   300 seconds to keep it.
 */
export function endOfGuestTime(now: number, stored: string | undefined, hasWork: boolean): number {
  const known = Number(stored ?? Number.NaN);
  const fresh = now + GUEST_SECONDS * 1000;
  if (!Number.isFinite(known)) return fresh;
  if (known > now) return Math.min(known, fresh);
  return hasWork && now - known < FORGOTTEN_AFTER ? known : fresh;
}

export const readSecondsLeft = () => secondsLeft;

let endsAt: number | undefined;
let secondsLeft: number | undefined;
let isClosed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const { tell, subscribe } = createListeners();

function show(seconds: number | undefined): void {
  if (seconds === secondsLeft) return;
  secondsLeft = seconds;
  tell();
}

function tick(): void {
  clearTimeout(timer);
  if (endsAt === undefined) return;
  if (readStored('token') !== undefined) {
    // Somebody has logged in since, which the next drawing finds out.
    show(undefined);
    return;
  }
  const left = endsAt - Date.now();
  const isLoginUnderWay = isHandOverPromised() && left > -LONGEST_LOGIN;
  if (left <= 0 && !isLoginUnderWay) {
    end();
    return;
  }
  show(Math.max(0, Math.ceil(left / 1000)));
  // To the moment at which the next second is full, so that it neither drifts nor skips one.
  timer = setTimeout(tick, left > 0 ? left % 1000 || 1000 : 1000);
}

function end(): void {
  const stored = Number(readStored('guestEndsAt') ?? Number.NaN);
  if (stored > Date.now()) {
    // Another tab went through its end earlier and has begun a new time, with new work.
    endsAt = stored;
    tick();
    return;
  }
  endsAt = undefined;
  show(0);
  clearGuestWork();
  breakPromise();
  writeStored('guestEndsAt', undefined);
  // Out of the app: only the server knows where the landing page is.
  leaveFor(`${pathTo('start')}?time-over`);
}

/** Counts until the function that it answers is called. */
export function count(): () => void {
  const stored = readStored('guestEndsAt');
  endsAt = endOfGuestTime(Date.now(), stored, hasGuestWork());
  if (stored !== String(endsAt)) writeStored('guestEndsAt', String(endsAt));
  const endFollowing = subscribeStored('guestEndsAt', (elsewhere) => {
    const theirs = Number(readStored('guestEndsAt') ?? Number.NaN);
    if (!elsewhere || !Number.isFinite(theirs)) return;
    endsAt = theirs;
    tick();
  });
  // A timer does not run while the computer sleeps or the page is kept for going back.
  for (const name of ['focus', 'pageshow'] as const) window.addEventListener(name, tick);
  document.addEventListener('visibilitychange', tick);
  tick();
  return () => {
    clearTimeout(timer);
    endsAt = undefined;
    endFollowing();
    for (const name of ['focus', 'pageshow'] as const) window.removeEventListener(name, tick);
    document.removeEventListener('visibilitychange', tick);
  };
}

function close(): void {
  isClosed = true;
  tell();
}

export interface GuestCountdown {
  /** They have one, or it is not yet known that they have none. */
  isExpected: boolean;
  /** Undefined without a countdown, and on other pages. */
  secondsLeft: number | undefined;
  isClosed: boolean;
  /** Hides the notice until the page is loaded again. The time runs on. */
  close: () => void;
}

/** Runs the countdown while it is mounted. */
export function useGuestCountdown(): GuestCountdown {
  const { status } = useSession();
  const [path] = useLocation();
  const seconds = useSyncExternalStore(subscribe, readSecondsLeft, () => undefined);
  const closed = useSyncExternalStore(
    subscribe,
    () => isClosed,
    () => false,
  );
  // With a login that could not be checked for lack of a connection they are a guest for now, but not one whose work
  // may be thrown away. Nor is the platform admin one, whose look around as somebody else has ended.
  const isOnPage = COUNTED.includes(matchPath(path).name);
  const isCounted =
    isOnPage &&
    status === 'guest' &&
    readStored('token') === undefined &&
    readStored('impersonation') === undefined;

  useEffect(() => (isCounted ? count() : undefined), [isCounted]);
  useEffect(() => {
    if (status === 'user') writeStored('guestEndsAt', undefined);
  }, [status]);

  return {
    isExpected: isCounted || (isOnPage && status === 'loading'),
    secondsLeft: isCounted ? seconds : undefined,
    isClosed: closed,
    close,
  };
}

/** '4:32' */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The same text for long stretches: a screen reader speaks when it changes, and not every second. */
export function announcement(seconds: number): string {
  const left = seconds > 60 ? 'a few minutes' : seconds > 10 ? 'one minute' : 'ten seconds';
  return `Guest session: ${left} left. Sign up to keep your work.`;
}
