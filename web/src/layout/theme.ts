import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from '../storage.ts';

/** What was chosen before, else what the system prefers. `web/head.js` does the same before the first paint. */
export function choosesDark(saved: string | undefined, systemIsDark: boolean): boolean {
  if (saved === 'true') return true;
  if (saved === 'false') return false;
  return systemIsDark;
}

const root = () => document.documentElement;
const isDark = () => root().classList.contains('dark');
const systemPreference = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Called at the start too: a chosen theme is on the page by then, but not yet in the browser's bars. */
export function applyTheme(): void {
  root().classList.toggle('dark', choosesDark(readStored('darkMode'), systemPreference().matches));
  // The bar of a phone's browser takes the colour of the paper, whatever the system prefers.
  const paper = getComputedStyle(root()).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.setAttribute('content', paper);
}

function subscribe(listener: () => void): () => void {
  const changed = () => {
    applyTheme();
    listener();
  };
  const end = subscribeStored('darkMode', changed);
  const system = systemPreference();
  system.addEventListener('change', changed);
  return () => {
    end();
    system.removeEventListener('change', changed);
  };
}

export function useTheme() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return { dark, toggle: () => writeStored('darkMode', String(!dark)) };
}
