import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { KEPT, type Login } from '../api/credentials.ts';
import { endedLogin, replaceEnded, useEndedLogin } from '../api/ended-login.ts';
import { identityChanged } from '../api/identity.ts';
import { readStored, type StoredName, subscribeStored, writeStored } from '../storage.ts';

/** School admins and the platform admin: a stored secret opens their screens, the server decides the rest. */

function useIsStored(name: StoredName): boolean {
  return useSyncExternalStore(
    (listener) => subscribeStored(name, listener),
    () => readStored(name) !== undefined,
    () => false,
  );
}

/** Also when the login has just ended: the page stays until they have logged in again. */
function useIsAdmin(login: 'schoolAdmin' | 'platformAdmin'): boolean {
  const isStored = useIsStored(KEPT[login]);
  return useEndedLogin() === login || isStored;
}

export const useIsSchoolAdmin = () => useIsAdmin('schoolAdmin');
export const useIsPlatformAdmin = () => useIsAdmin('platformAdmin');
export const useSchoolAdminChooses = () => useIsStored('schoolAdminChooses');
export const useIsImpersonating = () => useIsStored('impersonation');

function take(login: Login, secret: string | undefined): void {
  const isSameScreen = secret !== undefined && endedLogin.read() === login;
  if (!isSameScreen) identityChanged(login);
  writeStored(KEPT[login], secret);
  replaceEnded(login);
}

export function enterSchoolAdmin(token: string, { mustChoosePassword = false } = {}): void {
  // First: nothing opens in between.
  writeStored('schoolAdminChooses', mustChoosePassword ? '1' : undefined);
  take('schoolAdmin', token);
}
export const enterPlatformAdmin = (password: string) => take('platformAdmin', password);

export function logoutSchoolAdmin(): void {
  call('POST /logout', { as: 'schoolAdmin' }).catch(() => undefined);
  take('schoolAdmin', undefined);
  writeStored('schoolAdminChooses', undefined);
}

export const logoutPlatformAdmin = () => take('platformAdmin', undefined);
