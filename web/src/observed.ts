import { useSyncExternalStore } from 'react';

/** A value that outlives the components that show it. */
export interface Observed<T> {
  read: () => T;
  write: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function observed<T>(first: T): Observed<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const useObserved = <T>({ subscribe, read }: Observed<T>): T =>
  useSyncExternalStore(subscribe, read, read);
