const due = new Set<() => void>();
let isLeaving = false;

/**
 * Runs when what was just changed is on the screen. Storing a tick, sending a request, or making a page inert behind a dialog,
 * takes a slow phone a few milliseconds that the finger should not wait for. At once where there is no paint to wait for,
 * because the page is hidden or goes away, or as soon as it does.
 */
export function afterPaint(run: () => void): void {
  if (typeof requestAnimationFrame === 'undefined' || isLeaving || document.visibilityState === 'hidden') {
    run();
    return;
  }
  const once = () => {
    if (due.delete(once)) run();
  };
  due.add(once);
  requestAnimationFrame(() => setTimeout(once));
}

/** No frame comes any more. What is done here may wait for another, which would not come either. */
function leave(): void {
  isLeaving = true;
  try {
    for (const once of due) once();
  } finally {
    isLeaving = false;
  }
}

// Before others, who write down what is there when the page goes.
globalThis.addEventListener?.('pagehide', leave, { capture: true });
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave();
});

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
