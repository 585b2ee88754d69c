import type { Login } from './credentials.ts';

/**
 * Somebody else is at the screen now. Told rather than called, so that whoever keeps answers can be loaded later
 * than the session is.
 */
const listeners = new Set<(login: Login) => void>();

/** `of`: what is kept for one login does not go with another. */
export function onIdentityChange(listener: (login: Login) => void, of?: Login): void {
  listeners.add((login) => {
    if (of === undefined || of === login) listener(login);
  });
}

export function identityChanged(login: Login): void {
  for (const listener of listeners) listener(login);
}
