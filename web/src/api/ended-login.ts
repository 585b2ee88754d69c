import { createListeners, observable, useObservable } from '../state/observable.ts';
import { type Login, secretOf } from './credentials.ts';

/**
 * A login that the server no longer takes while its owner is at the screen: its time was over, or it was ended elsewhere.
 * What they see and have typed stays until they log in again or go on without.
 */
export const endedLogin = observable<Login | undefined>(undefined);
export const useEndedLogin = () => useObservable(endedLogin);

const { subscribe, tell } = createListeners<[login: Login]>();

/** Told when a new login has taken the place of one that had ended. */
export const onReplaced = subscribe;

/** There is another login, or none is wanted any more. */
export function replaceEnded(login: Login): void {
  if (endedLogin.read() !== login) return;
  endedLogin.write(undefined);
  if (secretOf(login) !== undefined) tell(login);
}
