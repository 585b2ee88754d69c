import type { Output } from '../../../contract/index.ts';
import { call } from '../api/call.ts';
import { KEPT, onRefusedToken } from '../api/credentials.ts';
import { endedLogin, replaceEnded } from '../api/ended-login.ts';
import { ApiError, ConnectionError, ProfileError } from '../api/errors.ts';
import { identityChanged } from '../api/identity.ts';
import { breakPromise, clearKeptOfUser, handOverTo, promiseHandOver } from '../guest/handover.ts';
import { removeLastShown } from '../guest/work-store.ts';
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
    writeStored('endedLogin', undefined);
    replaceEnded('user');
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
    followEnd();
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

/** The token has been removed: either the login expired, and the user is told so, or somebody logged out. */
function followEnd(): void {
  const session = sessionStore.read();
  const ended = readStored('endedLogin');
  if (session.status === 'user' && ended === String(session.user.id)) tokenOfSession = undefined;
  else {
    if (ended !== undefined) clearKeptOfUser();
    become(GUEST);
  }
  if (ended === undefined) replaceEnded('user');
  else endedLogin.write('user');
}

/** Called once, when the page starts. */
export function startSession(): void {
  for (const name of ['token', 'endedLogin'] as const)
    subscribeStored(name, (elsewhere) => {
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
    // A late 401 for a token that has been replaced meanwhile must not end the new login.
    if (credential === 'nobody' || readStored(KEPT[credential]) !== secret) return;
    if (credential === 'user') endLogin();
    else {
      if (credential === 'schoolAdmin') writeStored('schoolAdminToken', undefined);
      if (!isViewingAsOther()) endedLogin.write(credential);
    }
  });
  void follow();
}

/** The page is about to be left for somebody else's: nobody is here any more, and what still comes is for nobody. */
export function pauseSession(): void {
  turn++;
  tokenOfSession = undefined;
  sessionStore.write(LOADING);
}

/** The banner says when an impersonation has ended. */
const isViewingAsOther = () => readStored('impersonation') !== undefined;

/**
 * The server no longer takes the login. What is on the screen stays, and what is kept only for showing it again goes.
 * One that is found dead when the page starts is discarded silently, as specified.
 */
function endLogin(): void {
  const session = sessionStore.read();
  if (session.status !== 'user' || isViewingAsOther()) {
    forget();
    return;
  }
  turn++;
  tokenOfSession = undefined;
  // First: other tabs are to know, when they see the token go, that it is this.
  writeStored('endedLogin', String(session.user.id));
  writeStored('token', undefined);
  removeLastShown();
  writeStored('lastProfile', undefined);
  writeStored('fromTeachers', undefined);
  endedLogin.write('user');
}

/** Whose login has ended leaves it at that. What is still to be sent waits here for their next login. */
export function goOnAsGuest(): void {
  writeStored('endedLogin', undefined);
  forget();
}

function forget(): void {
  turn++;
  replaceEnded('user');
  writeStored('token', undefined);
  breakPromise();
  clearKeptOfUser();
  writeStored('teacherSubjects', undefined);
  writeStored('teacherPapers', undefined);
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

/** The same user, with another address or at another school. */
export const renewProfile = (user: User) => become({ status: 'user', user });

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
  goOnAsGuest();
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
