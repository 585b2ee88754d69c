import { useSyncExternalStore } from 'react';

/** Listeners to one kind of event. `subscribe` returns the function that ends it. */
export function createListeners<Arguments extends unknown[] = []>() {
  const listeners = new Set<(...args: Arguments) => void>();
  return {
    tell: (...args: Arguments): void => {
      for (const listener of listeners) listener(...args);
    },
    subscribe: (listener: (...args: Arguments) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Listeners by key, for things of which a page shows hundreds and changes one. */
export function createKeyedListeners<Arguments extends unknown[] = []>() {
  const byKey = new Map<string, ReturnType<typeof createListeners<Arguments>>>();
  return {
    tell: (key: string, ...args: Arguments): void => byKey.get(key)?.tell(...args),
    tellAll: (...args: Arguments): void => {
      for (const listeners of byKey.values()) listeners.tell(...args);
    },
    subscribe: (key: string, listener: (...args: Arguments) => void): (() => void) => {
      const listeners = byKey.get(key) ?? createListeners<Arguments>();
      byKey.set(key, listeners);
      return listeners.subscribe(listener);
    },
  };
}

/** A value that outlives the components that show it. */
export interface Observable<T> {
  /** What it was when the page was rendered at build time. */
  first: T;
  read: () => T;
  write: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function observable<T>(first: T): Observable<T> {
  let value = first;
  const { tell, subscribe } = createListeners();
  return {
    first,
    read: () => value,
    write(next) {
      value = next;
      tell();
    },
    subscribe,
  };
}

export const useObservable = <T>({ subscribe, read, first }: Observable<T>): T =>
  useSyncExternalStore(subscribe, read, () => first);
