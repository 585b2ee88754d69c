import { setTimeout as wait } from 'node:timers/promises';

// Loaded into the product before it starts (`node --expose-gc --import`): at a signal it prints what its memory holds.

/** Once is not enough: what one collection finalises, the next one frees. */
const COLLECTIONS = 6;

const measure = async () => {
  for (let turn = 0; turn < COLLECTIONS; turn += 1) {
    globalThis.gc();
    await wait(100);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`memory ${JSON.stringify({ inUse: heapUsed + external, resident: rss })}\n`);
};

process.on('SIGUSR2', () => void measure());
