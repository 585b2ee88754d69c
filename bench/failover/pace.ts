import { setTimeout as pause } from 'node:timers/promises';

/** Many who each do one thing at a time, as often as is set and no more, until they are told to stop. */

export interface Work {
  stop(): Promise<void>;
}

export const inPace = (
  workers: number,
  everyMs: number,
  makeWorker: (worker: number) => () => Promise<void>,
): Work => {
  const end = new AbortController();
  const run = async (worker: number) => {
    const turn = makeWorker(worker);
    // Not all in the same moment.
    let due = performance.now() + (everyMs * worker) / workers;
    while (!end.signal.aborted) {
      await pause(Math.max(0, due - performance.now()));
      await turn();
      // What could not be done in time is not made up for.
      due = Math.max(due + everyMs, performance.now());
    }
  };
  const all = Promise.all(Array.from({ length: workers }, (_, worker) => run(worker)));
  return {
    stop: async () => {
      end.abort();
      await all;
    },
  };
};
