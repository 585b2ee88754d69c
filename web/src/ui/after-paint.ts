/**
 * Runs when what was just changed is on the screen. Sending a request, or making a page inert behind a dialog, takes a
 * slow phone a few milliseconds that the tick should not wait for. At once where there is no paint to wait for, because
 * the page is hidden or goes away.
 */
export function afterPaint(run: () => void): void {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') {
    run();
    return;
  }
  let hasRun = false;
  const once = () => {
    if (hasRun) return;
    hasRun = true;
    removeEventListener('pagehide', once);
    run();
  };
  addEventListener('pagehide', once);
  requestAnimationFrame(() => setTimeout(once));
}

const waiting = new Set<() => void>();

function runAll(): void {
  const listeners = [...waiting];
  waiting.clear();
  for (const listener of listeners) listener();
}

type Subscribe = (key: string, listener: () => void) => () => void;

/**
 * Like `subscribe`, but told a frame later, all in one go. A tick is drawn by its own cell alone; what follows from it (a
 * count, a badge) is drawn when that is on the screen. Nobody sees the frame between, and the finger is answered earlier.
 */
export function subscribeAfterPaint(subscribe: Subscribe, key: string, listener: () => void): () => void {
  const end = subscribe(key, () => {
    const isFirst = waiting.size === 0;
    waiting.add(listener);
    if (isFirst) afterPaint(runAll);
  });
  return () => {
    end();
    waiting.delete(listener);
  };
}
