import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { KEPT, type Login } from '../api/credentials.ts';
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

export const useIsSchoolAdmin = () => useIsStored('schoolAdminToken');
export const useIsPlatformAdmin = () => useIsStored('adminPassword');
export const useIsImpersonating = () => useIsStored('impersonation');

function take(login: Login, secret: string | undefined): void {
  identityChanged(login);
  writeStored(KEPT[login], secret);
}

export const enterSchoolAdmin = (token: string) => take('schoolAdmin', token);
export const enterPlatformAdmin = (password: string) => take('platformAdmin', password);

export function logoutSchoolAdmin(): void {
  call('POST /logout', { as: 'schoolAdmin' }).catch(() => undefined);
  take('schoolAdmin', undefined);
}

export const logoutPlatformAdmin = () => take('platformAdmin', undefined);
