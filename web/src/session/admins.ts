import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
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

function take(name: StoredName, secret: string | undefined): void {
  identityChanged();
  writeStored(name, secret);
}

export const enterSchoolAdmin = (token: string) => take('schoolAdminToken', token);
export const enterPlatformAdmin = (password: string) => take('adminPassword', password);

export function logoutSchoolAdmin(): void {
  call('POST /logout', { as: 'schoolAdmin' }).catch(() => undefined);
  take('schoolAdminToken', undefined);
}

export const logoutPlatformAdmin = () => take('adminPassword', undefined);
