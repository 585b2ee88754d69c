import type { Output } from '../../../contract/index.ts';
import { call } from '../api/call.ts';
import { onRefusedToken } from '../api/credentials.ts';
import { ApiError, ConnectionError, ProfileError } from '../api/errors.ts';
import { identityChanged } from '../api/identity.ts';
import { breakPromise, clearKeptOfUser, handOverTo, promiseHandOver } from '../guest/handover.ts';
import { pathTo } from '../paths.ts';
import { observable, useObservable } from '../state/observable.ts';
import { readStored, subscribeStored, writeStored } from '../storage.ts';

export type User = Output<'GET /users/me'>;

/** Who uses the tracker and the teachers' screens. Nothing but the neutral shell is drawn while it is 'loading'. */
export type Session = { status: 'loading' } | { status: 'guest' } | { status: 'user'; user: User };

const LOADING: Session = { status: 'loading' };
const GUEST: Session = { status: 'guest' };

/** While hydrating it is 'loading', as it was when the page was rendered at build time. */
export const sessionStore = observable<Session>(LOADING);
export const useSession = () => useObservable(sessionStore);

/** Counts the changes, so that an answer which comes too late is known as such. */
let turn = 0;
/** The login that the session was made from, and as whom the platform admin was looking around then. */
let tokenOfSession: string | undefined;
let viewing: string | undefined;

function become(next: Session): void {
  const session = sessionStore.read();
  const before = session.status === 'user' ? session.user.id : undefined;
  const after = next.status === 'user' ? next.user.id : undefined;
  if (before !== after) identityChanged('user');
  const viewed = viewing;
  viewing = readStored('impersonation');
  // Who begins or ends an impersonation, here or in another tab, has put in order what is kept: it is not ours to clear.
  if (before !== undefined && before !== after && viewing === viewed) clearKeptOfUser();
  if (next.status === 'user') {
    handOverTo(next.user.id);
    keepProfile(next.user);
  }
  tokenOfSession = after === undefined ? undefined : readStored('token');
  sessionStore.write(next);
}

/** Not so in the moment between another tab's login or logout and our knowing whose it is. */
export function isLoginCurrent(): boolean {
  return tokenOfSession !== undefined && tokenOfSession === readStored('token');
}

/**
 * The profile fetch failed. An answer that says no ends the login, as specified. No answer at all (offline, a
 * restart of the server) says nothing about the token: it is kept, or a student on a bad line would have to log in again
 * after every tunnel. They are taken for who they were last time here and, should that not be known, for a guest.
 */
function saysNo(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/** Takes over whatever login is stored. */
async function follow(): Promise<void> {
  const mine = ++turn;
  if (readStored('token') === undefined) {
    become(GUEST);
    return;
  }
  try {
    const user = await call('GET /users/me');
    if (mine === turn) become({ status: 'user', user });
  } catch (error) {
    if (mine !== turn) return;
    if (saysNo(error)) {
      forget();
      return;
    }
    const user = error instanceof ConnectionError ? findLastProfile() : undefined;
    if (user) become({ status: 'user', user });
    else {
      // What they do meanwhile is theirs: it goes to them when they are known again.
      promiseHandOver();
      become(GUEST);
    }
  }
}

/** Called once, when the page starts. */
export function startSession(): void {
  subscribeStored('token', (elsewhere) => {
    if (elsewhere) void follow();
  });
  subscribeStored('schoolAdminToken', (elsewhere) => {
    if (!elsewhere) return;
    // What is shown, and kept by us for showing it again, is another school's from now on.
    identityChanged('schoolAdmin');
    if (window.location.pathname.startsWith(pathTo('schoolAdmin'))) window.location.reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Shown again as it was when it was left, and somebody else has logged in since.
    if (persisted && tokenOfSession !== readStored('token')) window.location.reload();
  });
  onRefusedToken((credential, secret) => {
    if (credential === 'schoolAdmin' && readStored('schoolAdminToken') === secret)
      writeStored('schoolAdminToken', undefined);
    // A late 401 for a token that has been replaced meanwhile must not end the new login.
    if (credential === 'user' && readStored('token') === secret) forget();
  });
  void follow();
}

/** The page is about to be left for somebody else's: nobody is here any more, and what still comes is for nobody. */
export function pauseSession(): void {
  turn++;
  tokenOfSession = undefined;
  sessionStore.write(LOADING);
}

function forget(): void {
  turn++;
  writeStored('token', undefined);
  breakPromise();
  clearKeptOfUser();
  writeStored('teacherSubjects', undefined);
  become(GUEST);
}

/**
 * After a login or a registration. Throws a ProfileError, with the user a guest, when the profile does not come.
 * `bringsGuestWork`: it was the guest on this device who logged in, and what they have ticked becomes theirs.
 */
export async function enter(token: string, { bringsGuestWork = false } = {}): Promise<User> {
  const mine = ++turn;
  writeStored('token', token);
  if (bringsGuestWork) promiseHandOver();
  else breakPromise();
  try {
    const user = await call('GET /users/me');
    if (mine === turn) become({ status: 'user', user });
    return user;
  } catch (error) {
    if (mine === turn && saysNo(error)) forget();
    throw new ProfileError(error);
  }
}

/** A new token for the same user, after a change of password. */
export function renewToken(token: string): void {
  tokenOfSession = token;
  writeStored('token', token);
  const session = sessionStore.read();
  if (session.status === 'user') keepProfile(session.user);
}

export function logout(): void {
  // The server is told, not waited for; the call has read the token before it is forgotten.
  call('POST /logout').catch(() => undefined);
  forget();
}

/** Whose login this is, kept for the moment in which nobody answers. Worth nothing beside any other login. */
function keepProfile(user: User): void {
  writeStored('lastProfile', JSON.stringify([readStored('token'), user]));
}

function findLastProfile(): User | undefined {
  try {
    const [token, user] = JSON.parse(readStored('lastProfile') ?? '[]') as [string?, User?];
    return token === readStored('token') && typeof user?.id === 'number' ? user : undefined;
  } catch {
    return undefined;
  }
}
