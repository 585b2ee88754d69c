import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being put on paper: what draws only a part of itself then draws all. */

let isPrinting = false;
let wasDark = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isPrinting = next;
  // The browser takes the page as it is when this returns.
  flushSync(() => {
    for (const tell of listeners) tell();
  });
}

/** Paper is white: the dark theme's pale ink would not be seen, so it steps aside meanwhile. */
function begin(): void {
  const { classList } = document.documentElement;
  wasDark ||= classList.contains('dark');
  classList.remove('dark');
  change(true);
}

function end(): void {
  if (wasDark) document.documentElement.classList.add('dark');
  wasDark = false;
  change(false);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
