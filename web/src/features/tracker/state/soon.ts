import { afterPaint } from '../../../ui/after-paint.ts';

/**
 * A tick is drawn by its own cell alone; what follows from it (a count, a badge, a tile, the pill) is drawn when that is
 * on the screen, all of it in one go. Nobody sees the frame between, and the finger gets its answer earlier.
 */
const waiting = new Set<() => void>();

function runAll(): void {
  const listeners = [...waiting];
  waiting.clear();
  for (const listener of listeners) listener();
}

type Subscribe = (name: string, listener: () => void) => () => void;

/** Like `subscribe`, but told a frame later. */
export function subscribeSoon(subscribe: Subscribe, name: string, listener: () => void): () => void {
  const end = subscribe(name, () => {
    const isFirst = waiting.size === 0;
    waiting.add(listener);
    if (isFirst) afterPaint(runAll);
  });
  return () => {
    end();
    waiting.delete(listener);
  };
}
