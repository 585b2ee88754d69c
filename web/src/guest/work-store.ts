import { readStored, writeStored } from '../storage.ts';

/**
 * What this device keeps for the users who have logged in here: what they did as guests and since, as long as the server
 * has not confirmed it, and what their tracker showed last. All of it under one name, with a part per user, because a
 * device may have several.
 *
 * It is part of every page, so it is small and has no rules: `features/tracker/state/kept-work.ts` decides what makes
 * sense of the values, which anybody can have edited.
 */
export interface StoredWork {
  /** Ticks and unticks by paper, from the click until the server has confirmed them. */
  unsent?: Record<string, unknown>;
  /** What the user did here as a guest before this login. */
  guest?: { records: Record<string, unknown>; subjects: unknown[] };
  /** What the tracker showed last. Removed with the login. */
  lastShown?: Record<string, unknown>;
}

const VERSION = 1;

type Users = Record<string, StoredWork>;

let parsed: { text: string | undefined; users: Users } = { text: undefined, users: {} };

/** As it is now, or as it was when its text was this. */
export function readWork(userId: number, text = readStored('trackerWork')): StoredWork {
  return usersIn(text)[userId] ?? {};
}

/** How much of what a user has changed is still to be sent. */
export const countUnsent = (userId: number): number => Object.keys(readWork(userId).unsent ?? {}).length;

export function changeWork(
  userId: number,
  change: { [Part in keyof StoredWork]: StoredWork[Part] | undefined },
): void {
  const users = { ...usersIn(readStored('trackerWork')) };
  const work = Object.fromEntries(
    Object.entries({ ...users[userId], ...change }).filter(([, value]) => value !== undefined),
  );
  delete users[userId];
  if (Object.keys(work).length > 0) users[userId] = work;
  write(users);
}

export function removeLastShown(): void {
  const users: Users = {};
  for (const [userId, { lastShown: _, ...work }] of Object.entries(usersIn(readStored('trackerWork'))))
    if (Object.keys(work).length > 0) users[userId] = work;
  write(users);
}

/** Straight after a reading. */
function write(users: Users): void {
  const isEmpty = Object.keys(users).length === 0;
  const text = isEmpty ? undefined : `{"version":${VERSION},"users":${objectText(users, workText)}}`;
  if (text !== parsed.text) writeStored('trackerWork', text);
  parsed = { text, users };
}

const workText = (work: StoredWork): string => objectText({ ...work }, partText);

const objectText = <T>(fields: { [name: string]: T }, textOf: (value: T) => string): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`)
    .join()}}`;

/** By part, none of which is ever changed in place: a tick writes all of it again, and what was shown last is long. */
const partTexts = new WeakMap<object, string>();

function partText(part: object): string {
  const known = partTexts.get(part);
  if (known !== undefined) return known;
  const text = JSON.stringify(part);
  partTexts.set(part, text);
  return text;
}

/** Parsed once for as long as it stays the same: it is read with every tick. */
function usersIn(text: string | undefined): Users {
  if (parsed.text !== text) {
    const { version, users } = objectIn(parseJson(text));
    const entries = version === VERSION ? Object.entries(objectIn(users)) : [];
    parsed = { text, users: Object.fromEntries(entries.map(([id, work]) => [id, workIn(work)])) };
  }
  return parsed.users;
}

function workIn(value: unknown): StoredWork {
  const { unsent, guest, lastShown } = objectIn(value);
  return {
    ...(unsent !== undefined && { unsent: objectIn(unsent) }),
    ...(guest !== undefined && { guest: guestWorkIn(guest) }),
    ...(lastShown !== undefined && { lastShown: objectIn(lastShown) }),
  };
}

export function guestWorkIn(value: unknown): NonNullable<StoredWork['guest']> {
  const { records, subjects } = objectIn(value);
  return { records: objectIn(records), subjects: listIn(subjects) };
}

/** Beside what is still there from an earlier time as a guest. */
export function addGuestWork(userId: number, added: NonNullable<StoredWork['guest']>): void {
  const { records, subjects } = guestWorkIn(readWork(userId).guest);
  changeWork(userId, {
    guest: {
      records: { ...records, ...added.records },
      subjects: [...new Set([...subjects, ...added.subjects])],
    },
  });
}

export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
