import { setTimeout as wait } from 'node:timers/promises';

/** Loaded into the product before it starts (`node --expose-gc --import`): says what its memory holds when asked. */

export interface Memory {
  /** Bytes of objects that are still in use. */
  heap: number;
  /** Bytes held outside the heap: buffers. */
  external: number;
  resident: number;
  /** Open lines and timers. */
  resources: number;
}

/** Once is not enough: what one collection finalises, the next one frees. */
const COLLECTIONS = 6;

const measure = async (): Promise<Memory> => {
  for (let turn = 0; turn < COLLECTIONS; turn += 1) {
    globalThis.gc?.();
    await wait(100);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed, external, resident: rss, resources: process.getActiveResourcesInfo().length };
};

process.on('message', () => {
  void measure().then((memory) => process.send?.(memory));
});
// Asking must not keep the product alive.
process.channel?.unref();
