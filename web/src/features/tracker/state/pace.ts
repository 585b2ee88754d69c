import { useSyncExternalStore } from 'react';
import {
  isMonday,
  MAX_GOAL,
  MAX_WEEKS_OFF,
  NO_PACE,
  type Pace,
  parseExamSession,
} from '../../../../../domain/pace.ts';
import { call } from '../../../api/call.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { listIn, objectIn, parseJson } from '../../../guest/work-store.ts';
import { isLoginCurrent, sessionStore } from '../../../session/session.ts';
import { readStored, subscribeStored, writeStored } from '../../../storage.ts';

/**
 * What a student says about their exams. What this device keeps is what is shown, in every tab; a user's is also on the
 * server. Apart from the other preferences because the settings change it without a tracker, and field by field: what
 * another device has changed meanwhile stays.
 */

type Field = keyof Pace;
const FIELDS = Object.keys(NO_PACE) as Field[];

let parsed: { text: string | undefined; pace: Pace } = { text: undefined, pace: NO_PACE };
/** Grows with every change made here: an answer that was asked for before it is no longer news. */
let version = 0;
let sending: Promise<boolean> | undefined;

export function readPace(): Pace {
  const text = readStored('pace');
  if (text !== parsed.text) parsed = { text, pace: paceIn(parseJson(text)) };
  return parsed.pace;
}

const subscribe = (listener: () => void) => subscribeStored('pace', listener);
export const usePace = (): Pace => useSyncExternalStore(subscribe, readPace, () => NO_PACE);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function keep(pace: Pace): void {
  if (!isSame(pace, readPace()))
    writeStored('pace', isSame(pace, NO_PACE) ? undefined : JSON.stringify(pace));
}

const pick = (pace: Pace, fields: readonly Field[]): Partial<Pace> =>
  Object.fromEntries(fields.map((field) => [field, pace[field]]));

type Owner = number | 'guest';

function currentOwner(): Owner | undefined {
  const session = sessionStore.read();
  if (session.status === 'user') return session.user.id;
  return session.status === 'guest' ? 'guest' : undefined;
}

/** What the server has not heard of yet. A guest's goes to who logs in. */
function unsentOf(owner: Owner | undefined): Field[] {
  const { by, fields } = objectIn(parseJson(readStored('paceUnsent')));
  return by === owner ? FIELDS.filter((field) => listIn(fields).includes(field)) : [];
}

function markUnsent(by: Owner, fields: readonly Field[]): void {
  writeStored('paceUnsent', fields.length > 0 ? JSON.stringify({ by, fields }) : undefined);
}

/** Shown at once. Resolves to whether the server, if it is to know, does; if not, it is told at the next change or load. */
export function changePace(change: Partial<Pace>): Promise<boolean> {
  version += 1;
  keep({ ...readPace(), ...change });
  const owner = currentOwner();
  if (owner !== undefined) {
    const changed = FIELDS.filter((field) => field in change || unsentOf(owner).includes(field));
    markUnsent(owner, changed);
  }
  return send();
}

function send(): Promise<boolean> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** One after the other: two at once could arrive in the wrong order. */
async function sendAll(): Promise<boolean> {
  for (;;) {
    const owner = currentOwner();
    if (typeof owner !== 'number') return true;
    const fields = unsentOf(owner);
    if (fields.length === 0) return true;
    if (!isLoginCurrent()) return false;
    const { weeks_off, ...rest } = pick(readPace(), fields);
    const pace = { ...rest, ...(weeks_off && { weeks_off: [...weeks_off] }) };
    try {
      await withTimeout((signal) => call('PUT /users/me/preferences', { json: { pace }, signal }));
    } catch {
      // Stays marked as unsent.
      return false;
    }
    const now = readPace();
    const isNews = (field: Field) => !(field in pace && isSame(pace[field], now[field]));
    if (currentOwner() === owner) markUnsent(owner, unsentOf(owner).filter(isNews));
  }
}

/** Call it when the server is asked; call what it answers when its answer has come. */
export function beginReadingPace(): (answer: unknown) => void {
  const asked = version;
  return (answer) => {
    const owner = currentOwner();
    if (asked !== version || typeof owner !== 'number') return;
    const theirs = paceIn(answer);
    const ofGuest = unsentOf('guest').filter((field) => isSame(theirs[field], NO_PACE[field]));
    const mine = FIELDS.filter((field) => unsentOf(owner).includes(field) || ofGuest.includes(field));
    keep({ ...theirs, ...pick(readPace(), mine) });
    markUnsent(owner, mine);
    void send();
  };
}

/** For a page without a tracker. */
export async function loadPace(signal: AbortSignal): Promise<true> {
  const adopt = beginReadingPace();
  adopt((await call('GET /users/me/preferences', { signal })).pace);
  return true;
}

/** Of anything, what makes sense. */
function paceIn(value: unknown): Pace {
  const { session, goal, weeks_off, not_now } = objectIn(value);
  const isGoal = typeof goal === 'number' && Number.isInteger(goal) && goal >= 1 && goal <= MAX_GOAL;
  const weeks = listIn(weeks_off).filter((day): day is string => typeof day === 'string' && isMonday(day));
  return {
    session: typeof session === 'string' && parseExamSession(session) ? session : null,
    goal: isGoal ? goal : null,
    weeks_off: [...new Set(weeks)].toSorted().slice(-MAX_WEEKS_OFF),
    not_now: not_now === true,
  };
}

/** More than fit: the oldest go, which count for nothing any more. */
export function setWeekOff(monday: string, isOff: boolean): Promise<boolean> {
  const others = readPace().weeks_off.filter((week) => week !== monday);
  return changePace({ weeks_off: (isOff ? [...others, monday] : others).toSorted().slice(-MAX_WEEKS_OFF) });
}
