import { useSyncExternalStore } from 'react';
import { LOADING, sessionStore } from './session.ts';

/** While hydrating it is 'loading', as it was when the page was rendered at build time. */
export const useSession = () =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.read, () => LOADING);
