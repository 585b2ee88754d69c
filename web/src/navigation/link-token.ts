import { useSyncExternalStore } from 'react';

/** What a mailed link carries. It stands in the fragment, which browsers send to nobody. */

const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';

function followHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Undefined until the page is alive; empty for an address that was cut off. */
export const useLinkToken = (): string | undefined =>
  useSyncExternalStore<string | undefined>(followHash, readToken, () => undefined);

/** It was used: a reload is not to offer it again. */
export const forgetToken = () =>
  window.history.replaceState(window.history.state, '', window.location.pathname);
