import { createListeners } from '../state/observable.ts';
import { readStored, type StoredName } from '../storage.ts';

/** In whose name a call is made. */
export type Credential = Login | 'nobody';
/** One browser may hold all three at once. */
export type Login = 'user' | 'schoolAdmin' | 'platformAdmin';

export const KEPT: Record<Login, StoredName> = {
  user: 'token',
  schoolAdmin: 'schoolAdminToken',
  platformAdmin: 'adminPassword',
};

export function secretOf(credential: Credential): string | undefined {
  return credential === 'nobody' ? undefined : readStored(KEPT[credential]);
}

export function headersFor(credential: Credential, secret: string | undefined): Record<string, string> {
  if (secret === undefined || credential === 'nobody') return {};
  if (credential === 'platformAdmin') return { 'X-Admin-Password': asHeaderBytes(secret) };
  return { Authorization: `Bearer ${secret}` };
}

/** A header takes bytes: a password with other letters than ASCII travels as UTF-8. */
function asHeaderBytes(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** Told when the server no longer takes a token. */
export const { subscribe: onRefusedToken, tell: reportRefusedToken } =
  createListeners<[credential: Credential, secret: string]>();
