import type { ClientConfig } from 'pg';
import { expect, inject, test } from 'vitest';
import { stopAmongArrivals } from './arrivals.ts';
import { databaseAway } from './away.ts';
import { cutUploads } from './cut.ts';
import { fullDisk } from './full.ts';
import { killUnderWriters } from './kills.ts';
import type { Outcome } from './outcome.ts';
import { startOnFullDisk } from './start-full.ts';
import { manyTabs } from './tabs.ts';

/** The campaign of `npm run bench -- faults` in short: what must hold, not how fast. */

const PATIENCE = { timeout: 300_000 };
const LIGHT = { writers: 4 };

const missesOf = (...outcomes: Outcome[]) =>
  outcomes.flatMap(({ fault, misses }) => misses.map((miss) => `${fault}: ${miss}`));

test('kill -9 of server, database or both loses nothing that was acknowledged', PATIENCE, async () => {
  const victims = ['server', 'a session of the database', 'both'] as const;
  expect(missesOf(...(await killUnderWriters(victims, { ...LIGHT, workMs: [150, 300] })))).toEqual([]);
});

test('while the database is silent it is 503, and then as before', PATIENCE, async () => {
  const server = JSON.parse(inject('postgres').connection) as ClientConfig;
  expect(missesOf(await databaseAway(server, 'silent', { ...LIGHT, awayMs: 1500 }))).toEqual([]);
});

test('a full disk stops writes and not reads, and passes', PATIENCE, async () => {
  expect(missesOf(await fullDisk('log', { ...LIGHT, fullMs: 2000 }))).toEqual([]);
});

test(
  'before the disk is full writes are stopped, and what is kept for then is untouched',
  PATIENCE,
  async () => {
    expect(missesOf(await fullDisk('nearly', { ...LIGHT, fullMs: 2000 }))).toEqual([]);
  },
);

test('a start on a full disk serves reads, and writes when there is room again', PATIENCE, async () => {
  expect(missesOf(await startOnFullDisk('reserve', LIGHT))).toEqual([]);
});

test('a start without a byte left says so in one sentence, and loses nothing', PATIENCE, async () => {
  expect(missesOf(await startOnFullDisk('nothing', LIGHT))).toEqual([]);
});

test('an upload that is cut off leaves no trace', PATIENCE, async () => {
  expect(missesOf(await cutUploads({ cuts: 8 }))).toEqual([]);
});

test('of many tabs at once the last acknowledged value stands', PATIENCE, async () => {
  expect(missesOf(await manyTabs({ writes: 300 }))).toEqual([]);
});

test('who comes while it stops is answered or not let in, and never cut off', PATIENCE, async () => {
  for (const keepAlive of [true, false]) {
    expect(missesOf(await stopAmongArrivals({ keepAlive, rounds: 2 }))).toEqual([]);
  }
});
