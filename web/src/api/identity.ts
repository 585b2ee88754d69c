import { createListeners } from '../state/observable.ts';
import type { Login } from './credentials.ts';

/**
 * Somebody else is at the screen now. Told rather than called, so that what keeps answers can be loaded later than
 * the session is.
 */
const { tell, subscribe } = createListeners<[login: Login]>();

/** `of`: what is kept for one login does not go with another. */
export function onIdentityChange(listener: (login: Login) => void, of?: Login): void {
  subscribe((login) => {
    if (of === undefined || of === login) listener(login);
  });
}

export const identityChanged = tell;
