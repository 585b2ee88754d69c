import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 100;

/** Waits until something is so; throws with what was waited for when it takes too long. */
export const until = async (
  what: string,
  isSo: () => Promise<boolean> | boolean,
  limitMs = 180_000,
): Promise<void> => {
  const deadline = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}.`);
    await pause(EVERY_MS);
  }
};

const PATIENCE_MS = 1000;

/** What a program says of itself by HTTP, or undefined while it says nothing. */
export const ask = async (url: string): Promise<unknown> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? ((await answer.json()) as unknown) : undefined;
  } catch {
    return undefined;
  }
};
