type Listener = () => void;

/** Tells whoever asked that something has changed. */
export interface Signal {
  subscribe: (listener: Listener) => () => void;
  tell: () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}

/** A signal per name, for things of which a page shows hundreds and changes one. */
export interface Signals {
  subscribe: (name: string, listener: Listener) => () => void;
  tell: (name: string) => void;
}

export function createSignals(): Signals {
  const signals = new Map<string, Set<Listener>>();
  return {
    subscribe(name, listener) {
      const listeners = signals.get(name) ?? new Set();
      signals.set(name, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && signals.get(name) === listeners) signals.delete(name);
      };
    },
    tell(name) {
      for (const listener of signals.get(name) ?? []) listener();
    },
  };
}
