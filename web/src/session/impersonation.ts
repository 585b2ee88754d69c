import { call } from '../api/call.ts';
import { headersFor } from '../api/credentials.ts';
import { Refused } from '../api/failure.ts';
import { clearKeptOfUser } from '../guest/handover.ts';
import { leaveFor } from '../navigation/arrival.ts';
import { isWritten, readStored, type StoredName, writeStored } from '../storage.ts';
import { pauseSession } from './session.ts';

/**
 * The platform admin looks around as somebody else. Everything that this browser keeps for a person is put aside for
 * that time and put back afterwards: what the admin did here as a guest or as a student never meets the other account, and
 * nothing of that account stays. Each change ends with a new page, so that nothing is left in memory either.
 */

type Slot = 'token' | 'schoolAdminToken';

export type Impersonation = {
  /** Whom the banner names: the e-mail address, or the username of who has none. */
  name: string;
  /** Where their login is kept, and which it is. Another one there, or none: the impersonation has ended. */
  slot: Slot;
  token: string;
  endsAt: number;
  /** Where the admin was, to return to. */
  back: string;
  /** What was put aside. */
  kept: Record<string, string>;
};

/** What belongs to the device, or to the admin as such, and stays where it is. */
const STAYS: readonly string[] = [
  'adminPassword',
  'impersonation',
  'darkMode',
  'timezoneBannerDismissed',
] satisfies StoredName[];

export function parseImpersonation(stored: string | undefined): Impersonation | undefined {
  if (stored === undefined) return undefined;
  try {
    // Nobody else writes it; a browser's owner who does has only their own to lose.
    return JSON.parse(stored) as Impersonation;
  } catch {
    return undefined;
  }
}

const readImpersonation = () => parseImpersonation(readStored('impersonation'));

/** Everything but the little that is known to stay, whatever its name. */
const personalNames = () => Object.keys(window.localStorage).filter((name) => !STAYS.includes(name));

function putAside(): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of personalNames()) values[name] = window.localStorage.getItem(name) ?? '';
  return values;
}

/** Makes these all that is kept for a person. */
function putBack(values: Record<string, string>): void {
  for (const name of personalNames()) {
    if (!(name in values)) writeStored(name as StoredName, undefined);
  }
  for (const [name, value] of Object.entries(values)) writeStored(name as StoredName, value);
}

/** The server is told, not waited for. It is nobody's login here: none, or another, may be stored. */
export function endBorrowed(token: string): void {
  const send = (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: headersFor('user', token) });
  call('POST /logout', { as: 'nobody', keepalive: true, send }).catch(() => undefined);
}

function endOnServer({ slot, token }: Impersonation): void {
  if (readStored(slot) === token) endBorrowed(token);
}

type Beginning = Pick<Impersonation, 'name' | 'slot' | 'token' | 'endsAt'> & { goesTo: string };

export function beginImpersonation({ goesTo, ...who }: Beginning): void {
  const before = readImpersonation();
  // From one straight to the next: what is the admin's is put aside already.
  const aside = before ?? { kept: putAside(), back: window.location.pathname + window.location.search };
  if (before) endOnServer(before);
  const impersonation: Impersonation = { ...who, back: aside.back, kept: aside.kept };
  writeStored('impersonation', JSON.stringify(impersonation));
  if (!isWritten('impersonation')) {
    writeStored('impersonation', before && JSON.stringify(before));
    throw new Refused(
      'This browser’s storage is full, so your own login could not be kept. Free some space and try again.',
    );
  }
  pauseSession();
  putBack({ [who.slot]: who.token });
  leaveFor(goesTo);
}

const isEnding = ({ endsAt }: Impersonation) => endsAt === 0;

export const isViewing = (impersonation: Impersonation) =>
  !isEnding(impersonation) && readStored(impersonation.slot) === impersonation.token;

/** `login`: somebody has logged in meanwhile, which stays. */
function restore(impersonation: Impersonation, login: Record<string, string> = {}): void {
  // Marked first: other tabs are to know, when they see the rest change, that it is this.
  writeStored('impersonation', JSON.stringify({ ...impersonation, endsAt: 0 }));
  putBack({ ...impersonation.kept, ...login });
  writeStored('impersonation', undefined);
}

/** Back to where the admin was, or elsewhere, with everything as it was. */
export function endImpersonation(goesTo?: string): void {
  const impersonation = readImpersonation();
  if (!impersonation) {
    // Unreadable, or another tab was quicker.
    writeStored('impersonation', undefined);
    return;
  }
  endOnServer(impersonation);
  pauseSession();
  restore(impersonation);
  leaveFor(goesTo ?? impersonation.back);
}

/** A login of somebody's own took the place of the borrowed one, or stands beside it. */
export function endByLogin(slot: Slot, goesTo: string): void {
  const impersonation = readImpersonation();
  const login = readStored(slot);
  if (!impersonation || isEnding(impersonation)) return;
  if (login === undefined || login === impersonation.token) return;
  if (slot !== impersonation.slot) endOnServer(impersonation);
  const promised = readStored('guestWorkPromised');
  restore(impersonation, { [slot]: login, ...(promised !== undefined && { guestWorkPromised: promised }) });
  // Who was logged in here before has set things that are not for the next user; a guest's go along as always.
  if (slot === 'token' && impersonation.kept['token'] !== undefined) clearKeptOfUser();
  leaveFor(goesTo);
}
