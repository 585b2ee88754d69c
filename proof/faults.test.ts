import type { ClientConfig } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { print, table } from '../bench/figures.ts';
import { startTestS3 } from '../server/testing/s3.ts';
import { stopAmongArrivals } from './faults/arrivals.ts';
import { databaseAway } from './faults/database-away.ts';
import { fullDisk, startOnFullDisk } from './faults/full-disk.ts';
import { killUnderWriters, type Victim } from './faults/kills.ts';
import { noStandby } from './faults/no-standby.ts';
import type { Outcome } from './faults/outcome.ts';
import { storeAway } from './faults/store-away.ts';
import { manyTabs } from './faults/tabs.ts';
import { isLong, numberOf } from './options.ts';

/**
 * What must hold whatever fails. Writes are noted outside of the product; after each fault every acknowledged one is
 * there, nothing is half-done, every file has its row and every row its file. `npm run proof -- faults` does the same
 * longer, with faults that take their time, and minds how fast all is well again.
 */

const TIMEOUT = { timeout: isLong ? 3_600_000 : 300_000 };
const AWAY_MS = numberOf('away', isLong ? 30 : 1.5) * 1000;
const FULL_MS = isLong ? 10_000 : 2000;
const WRITERS = { writers: isLong ? 8 : 4 };

const postgres = (): ClientConfig => JSON.parse(inject('postgres').connection) as ClientConfig;

const outcomes: Outcome[] = [];
/** A busy machine is late at times, so the short run minds only what did not hold. */
const expectAllHeld = (...done: Outcome[]): void => {
  outcomes.push(...done);
  const wrong = done.flatMap(({ fault, misses, late }) =>
    [...misses, ...(isLong ? late : [])].map((miss) => `${fault}: ${miss}`),
  );
  expect(wrong).toEqual([]);
};

afterAll(() => {
  if (!isLong) return;
  const rows = outcomes.map(({ fault, done, figures }) => [fault, done, figures.join('; ')]);
  print(table(['fault', 'done', 'figures'], rows));
});

test('kill -9 of server, database or both loses nothing that was acknowledged', TIMEOUT, async () => {
  const turns: Victim[] = ['server', 'a session of the database', 'both', 'server', 'database', 'both'];
  const victims = Array.from(
    { length: numberOf('cycles', isLong ? 100 : 3) },
    (_, n) => turns[n % 6] ?? 'both',
  );
  expectAllHeld(await killUnderWriters(victims, { ...WRITERS, ...(!isLong && { workMs: [150, 300] }) }));
});

test('while the database is silent it is 503, and then as before', TIMEOUT, async () => {
  expectAllHeld(await databaseAway(postgres(), 'silent', { ...WRITERS, awayMs: AWAY_MS }));
});

test('without the standby that commits wait for, writes are 503 and reads as ever', TIMEOUT, async () => {
  expectAllHeld(await noStandby({ goneMs: isLong ? 30_000 : 4000 }));
});

test('a full disk stops writes and not reads, and passes', TIMEOUT, async () => {
  expectAllHeld(await fullDisk('log', { ...WRITERS, fullMs: FULL_MS }));
});

test(
  'before the disk is full writes are stopped, and what is kept for then is untouched',
  TIMEOUT,
  async () => {
    expectAllHeld(await fullDisk('nearly', { ...WRITERS, fullMs: FULL_MS }));
  },
);

test('a start on a full disk serves reads, and writes when there is room again', TIMEOUT, async () => {
  expectAllHeld(await startOnFullDisk('reserve', WRITERS));
});

test('a start without a byte left says so in one sentence, and loses nothing', TIMEOUT, async () => {
  expectAllHeld(await startOnFullDisk('nothing', WRITERS));
});

test('of many tabs at once the last acknowledged value stands', TIMEOUT, async () => {
  expectAllHeld(await manyTabs({ writes: numberOf('writes', isLong ? 10_000 : 300) }));
});

test('who comes while it stops is answered or not let in, and never cut off', TIMEOUT, async () => {
  for (const keepAlive of [true, false]) {
    expectAllHeld(await stopAmongArrivals({ keepAlive, ...(!isLong && { rounds: 2, clients: 8 }) }));
  }
});

// What takes its time, or shows the same in another place.
if (isLong) {
  test('while the database cannot be reached it is 503, and then as before', TIMEOUT, async () => {
    expectAllHeld(await databaseAway(postgres(), 'cut', { ...WRITERS, awayMs: AWAY_MS }));
  });

  test('a disk that is full of files, or full altogether, stops no reads', TIMEOUT, async () => {
    for (const whose of ['files', 'database'] as const) expectAllHeld(await fullDisk(whose));
  });

  test('while the object store is away, only uploads are', TIMEOUT, async ({ skip }) => {
    const s3 = await startTestS3();
    if ('reason' in s3) return void skip(s3.reason);
    try {
      return expectAllHeld(await storeAway(s3.settings));
    } finally {
      await s3.stop();
    }
  });
}
