import { vi } from 'vitest';
import type { StoredName } from '../storage.ts';

/** What Node lacks of a browser: one local storage, events of the window, and a fetch that knows where `/api` is. */
export function openBrowser(origin?: string) {
  const stored = new Map<string, string>();
  const target = new EventTarget();
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  const left: string[] = [];
  const listen = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  };
  const fetchReally = globalThis.fetch;
  vi.stubGlobal('window', {
    ...listen,
    localStorage,
    location: { assign: (to: string) => left.push(to), reload: () => left.push('reload') },
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', { ...listen, visibilityState: 'visible' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetchReally(new URL(url, origin), init));

  return {
    stored,
    /** Where full navigations went; 'reload' for the same page again. */
    left,
    store: (name: StoredName, value: unknown) =>
      stored.set(name, typeof value === 'string' ? value : JSON.stringify(value)),
    storedJson: (name: StoredName): unknown => JSON.parse(stored.get(name) ?? 'null'),
    dispatch: (name: string, values = {}) => target.dispatchEvent(Object.assign(new Event(name), values)),
    /** What the other tabs hear when one of them has written. */
    tellTabs: (key: StoredName) => target.dispatchEvent(Object.assign(new Event('storage'), { key })),
    close: () => vi.unstubAllGlobals(),
  };
}

export type Browser = ReturnType<typeof openBrowser>;

/**
 * Waits until it holds: long enough for a machine that is busy with other things. Every look lets 50 ms pass on a clock that
 * was stopped, so that five seconds there are a hundred looks here.
 */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(holds, { timeout: 60_000 });
