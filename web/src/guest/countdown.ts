import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useEndedLogin } from '../api/ended-login.ts';
import { withTimeout } from '../api/with-timeout.ts';
import { leaveFor } from '../navigation/arrival.ts';
import { matchPath, type PageName, pathTo } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { observable, useObservable } from '../state/observable.ts';
import { readStored, subscribeStored, writeStored } from '../storage.ts';
import { breakPromise, clearGuestWork, hasGuestWork, isHandOverPromised } from './handover.ts';

/**
 * A guest's 300 seconds on the tracker and the two forms that lead to an account: one clock for these pages, for
 * reloads and for all tabs, because what is stored is when it ends.
 */

const GUEST_SECONDS = 300;
/** The guest is about to take the work along to an account: nothing ends on these pages. */
const FORMS: readonly (PageName | 'notFound')[] = ['login', 'register'];
const COUNTED: readonly (PageName | 'notFound')[] = ['home', ...FORMS];
/** A guest who comes back after so long starts over. */
const FORGOTTEN_AFTER = 30 * 60 * 1000;
/** A login that is still under way after such a time has gone with the page that sent it. */
const LONGEST_LOGIN = 2 * 60 * 1000;
const ASK_AGAIN_MS = 5000;
/** A notice that was closed comes back for these. */
const LAST_SECONDS = 30;

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

interface Clock {
  /** Undefined while nothing counts. */
  secondsLeft: number | undefined;
  /** The time is over, but the work stays for now. */
  heldBy?: Hold | undefined;
}

/** Nobody answers who could show the landing page, or a form is open in another tab. */
type Hold = 'no-answer' | 'form';

const STOPPED: Clock = { secondsLeft: undefined };

const clockStore = observable<Clock>(STOPPED);
export const readClock = clockStore.read;

let endsAt: number | undefined;
let isOnForm = false;
let isAsking = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(secondsLeft: number | undefined, heldBy?: Hold): void {
  const shown = clockStore.read();
  if (secondsLeft !== shown.secondsLeft || heldBy !== shown.heldBy) clockStore.write({ secondsLeft, heldBy });
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
  if (left > 0) {
    show(Math.ceil(left / 1000));
    // To the moment at which the next second is full, so that it neither drifts nor skips one.
    timer = setTimeout(tick, left % 1000 || 1000);
    return;
  }
  show(0, clockStore.read().heldBy);
  const isLoginUnderWay = isHandOverPromised() && left > -LONGEST_LOGIN;
  if (isLoginUnderWay || isOnForm) timer = setTimeout(tick, 1000);
  else if (isNewTimeStored()) tick();
  else if (!isAsking) void endUnlessHeld(endsAt);
}

/** Another tab went through its end earlier and has begun a new time, with new work. Takes it over. */
function isNewTimeStored(): boolean {
  const stored = Number(readStored('guestEndsAt') ?? Number.NaN);
  if (!(stored > Date.now())) return false;
  endsAt = stored;
  return true;
}

async function endUnlessHeld(end: number): Promise<void> {
  const heldBy = await findHold();
  if (endsAt !== end || readStored('token') !== undefined || isOnForm || isNewTimeStored()) {
    tick();
  } else if (heldBy === undefined) {
    leave();
  } else {
    show(0, heldBy);
    timer = setTimeout(tick, ASK_AGAIN_MS);
  }
}

async function findHold(): Promise<Hold | undefined> {
  isAsking = true;
  try {
    if (await isFormOpenElsewhere()) return 'form';
    return (await canReachLandingPage()) ? undefined : 'no-answer';
  } finally {
    isAsking = false;
  }
}

/** Held by every tab with a form. The browser lets go of it with the tab, however that ends. */
const FORM_LOCK = 'guest-form';
/** Settles when this tab has let go of it. */
let ownForm: Promise<void> | undefined;

function holdForm(): () => void {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Without them, at an address without https, tabs know nothing of each other's forms. Nor do they of one that gets none.
  if ('locks' in navigator)
    ownForm = navigator.locks.request(FORM_LOCK, { mode: 'shared' }, () => held).catch(() => undefined);
  return () => release?.();
}

async function isFormOpenElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  await ownForm;
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === FORM_LOCK);
  } catch {
    // Refused to a page that is not the one in sight of its tab: nothing is known of a form, and the time does end.
    return false;
  }
}

/** Whatever the server says to it, it has answered, and will to the page itself. */
async function canReachLandingPage(): Promise<boolean> {
  try {
    const question = { redirect: 'manual', cache: 'no-store' } as const;
    const answer = await withTimeout((signal) => fetch(pathTo('start'), { ...question, signal }));
    return answer.status < 500;
  } catch {
    return false;
  }
}

function leave(): void {
  const isCleared = hasGuestWork();
  endsAt = undefined;
  show(0);
  clearGuestWork();
  breakPromise();
  writeStored('guestEndsAt', undefined);
  // Out of the app: only the server knows where the landing page is.
  leaveFor(`${pathTo('start')}?time-over${isCleared ? '=cleared' : ''}`);
}

const RETURNS = ['focus', 'pageshow', 'online'] as const;

/** Counts until the returned function is called. */
export function count({ onForm = false } = {}): () => void {
  const stored = readStored('guestEndsAt');
  endsAt = endOfGuestTime(Date.now(), stored, hasGuestWork());
  isOnForm = onForm;
  const releaseForm = onForm ? holdForm() : undefined;
  if (stored !== String(endsAt)) writeStored('guestEndsAt', String(endsAt));
  const endFollowing = subscribeStored('guestEndsAt', (elsewhere) => {
    const theirs = Number(readStored('guestEndsAt') ?? Number.NaN);
    if (!elsewhere || !Number.isFinite(theirs)) return;
    endsAt = theirs;
    tick();
  });
  // A timer does not run while the computer sleeps or the page is kept for going back.
  for (const name of RETURNS) window.addEventListener(name, tick);
  document.addEventListener('visibilitychange', tick);
  tick();
  return () => {
    clearTimeout(timer);
    releaseForm?.();
    endsAt = undefined;
    endFollowing();
    for (const name of RETURNS) window.removeEventListener(name, tick);
    document.removeEventListener('visibilitychange', tick);
  };
}

const closedStore = observable(false);

export interface GuestCountdown extends Clock {
  /** They have one, or it is not yet known that they have none. */
  isExpected: boolean;
  isOnForm: boolean;
  isClosed: boolean;
  /** Not in the last seconds: it would not stay closed. */
  canClose: boolean;
  /** Hides the notice until the last seconds, or until the page is loaded again. The time runs on. */
  close: () => void;
}

/** Runs the countdown while it is mounted. */
export function useGuestCountdown(): GuestCountdown {
  const { status } = useSession();
  const hasEndedLogin = useEndedLogin() === 'user';
  const [path] = useLocation();
  const shown = useObservable(clockStore);
  const wasClosed = useObservable(closedStore);
  const { name } = matchPath(path);
  // With a login that could not be checked for lack of a connection they are a guest for now, but not one whose work
  // may be thrown away. Nor is the platform admin one, whose look around as somebody else has ended.
  const isOnPage = COUNTED.includes(name);
  const onForm = FORMS.includes(name);
  const isCounted =
    isOnPage &&
    status === 'guest' &&
    !hasEndedLogin &&
    readStored('token') === undefined &&
    readStored('impersonation') === undefined;

  useEffect(() => (isCounted ? count({ onForm }) : undefined), [isCounted, onForm]);
  useEffect(() => {
    if (status === 'user') writeStored('guestEndsAt', undefined);
  }, [status]);

  const { secondsLeft, heldBy } = isCounted ? shown : STOPPED;
  const canClose = secondsLeft === undefined || secondsLeft > LAST_SECONDS;
  return {
    isExpected: isCounted || (isOnPage && status === 'loading'),
    secondsLeft,
    heldBy,
    isOnForm: onForm,
    isClosed: wasClosed && canClose,
    canClose,
    close: () => closedStore.write(true),
  };
}

/** '4:32' */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The same text for long stretches: a screen reader speaks when it changes, and not every second. */
export function spokenClock(seconds: number): string {
  return seconds > 60 ? 'a few minutes' : seconds > 10 ? 'one minute' : 'ten seconds';
}
