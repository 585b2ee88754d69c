import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit, makeSchool, onDisk } from './books.ts';
import { call, pause } from './call.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMachine, type Machine, makeDataDir } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { DOMAIN, registerStudents, startWriters } from './writers.ts';

/** No room is left: on the disk of the files alone, or on the one that the database is on too. */

const NORMAL_WITHIN_MS = 2000;
const ALLOWED = [200, 204, 409, 503, 507];

/** Waits until a tick and an upload that began now are acknowledged. */
export const untilNormal = async (ledger: Ledger): Promise<void> => {
  const now = ledger.begin();
  const isDone = (writes: Ledger['ticks'] | Ledger['uploads']) =>
    writes.some(({ began, fate }) => began > now && fate === 'acknowledged');
  while (!isDone(ledger.ticks) || !isDone(ledger.uploads)) await pause(10);
};

/**
 * The hardest moment: PostgreSQL's log goes on in a new file, for which there is no room. It comes by itself after some
 * megabytes; nobody wants to wait for that.
 */
const endLogSegment = async (machine: Machine): Promise<void> => {
  // Who is not let in any more has nothing to end: it ended while the disk was filled.
  const db = await machine.connect().catch(() => undefined);
  await db?.query('select pg_switch_wal()').catch(() => undefined);
  await db?.end().catch(() => undefined);
};

/** What has no room: uploads alone, the database on the same disk, all of it but a little, or its log at once. */
export type Full = 'files' | 'database' | 'nearly' | 'log';
const A_LITTLE = 16 * 1024 * 1024;

interface Options {
  whose: Full;
  fullMs: number;
  writers: number;
}

const READS_BACK_WITHIN_MS = 5000;
const GIVEN_UP_MS = 30_000;

interface Read {
  isAnswered: boolean;
  status: number | undefined;
  /** Since the first one. */
  afterMs: number;
}

/** Reads for so long, and on until it is answered again and all is seen, or nobody believes in it any more. */
const readFor = async (
  ms: number,
  base: string,
  token: string | undefined,
  isAllSeen: () => boolean,
): Promise<Read[]> => {
  const reads: Read[] = [];
  const since = performance.now();
  const isAway = () => reads.at(-1)?.isAnswered === false;
  const goesOn = () => isAway() || !isAllSeen();
  for (let afterMs = 0; afterMs < (goesOn() ? ms + GIVEN_UP_MS : ms); afterMs = performance.now() - since) {
    const status = (await call(base, 'GET /completion', { token }))?.status;
    reads.push({ isAnswered: status === 200, status, afterMs });
    await pause(50);
  }
  return reads;
};

/** Reads may stop so many times, and must be back at the end. */
const noteReads = (outcome: Outcome, reads: readonly Read[], stopsAllowed: number): void => {
  const unanswered = reads.filter(({ isAnswered }) => !isAnswered);
  const stops = unanswered.filter((read) => reads[reads.indexOf(read) - 1]?.isAnswered !== false).length;
  if (stops > stopsAllowed || !reads.at(-1)?.isAnswered) {
    const all = reads.map(({ status }) => status ?? 'none');
    outcome.misses.push(`reads stopped ${stops} times: ${all.join(' ')}`);
  }
  const back = reads.filter(({ isAnswered }, at) => isAnswered && reads[at - 1]?.isAnswered === false);
  noteTimes(
    outcome,
    'reads again after',
    back.map(({ afterMs }) => afterMs),
    READS_BACK_WITHIN_MS,
  );
};

/** It is for the server that runs: not given away before the disk is full, nor by a second one that may not start. */
const noteReserve = async (outcome: Outcome, dataDir: string): Promise<void> => {
  const second = await createMachine({ dataDir });
  second.launch();
  if ((await second.ended()) !== 1 || !second.output().includes('is already using'))
    outcome.misses.push(`a second server: ${second.output()}`);
  if (!existsSync(join(dataDir, 'postgres', 'reserve')))
    outcome.misses.push('what is kept for a full disk was given away before it was full');
};

const fillUnderWriters = async (
  outcome: Outcome,
  machine: Machine,
  disk: SmallDisk,
  { whose, fullMs, writers }: Options,
): Promise<void> => {
  machine.launch();
  await machine.ready();
  const setUp = await machine.connect();
  await makeSchool(setUp, DOMAIN);
  // With a whole file of the log before it, its end does not come by chance.
  await setUp.query('select pg_switch_wal()');
  await setUp.end();
  const students = await registerStudents(machine.url, writers);
  const ledger = createLedger();
  const work = startWriters(machine.url, students, ledger);
  const pid = machine.pid();
  await pause(500);
  await disk.fill(whose === 'nearly' ? A_LITTLE : 0);
  if (whose === 'log') await endLogSegment(machine);
  work.takeAnswers();
  const meanwhile: ReturnType<typeof work.takeAnswers> = [];
  const countRefused = () => {
    meanwhile.push(...work.takeAnswers());
    return meanwhile.filter(({ status }) => status >= 500).length;
  };
  const reads = await readFor(fullMs, machine.url, students[0]?.token, () => countRefused() > 0);
  // The end of its log may stop the database itself, once.
  noteReads(outcome, reads, whose === 'log' ? 1 : 0);
  const refused = countRefused();
  noteStatuses(outcome, 'writes', meanwhile, ALLOWED);
  if (refused === 0) outcome.misses.push('the disk was never full');
  if (whose === 'nearly') await noteReserve(outcome, machine.dataDir);
  await disk.makeRoom();
  const since = performance.now();
  await untilNormal(ledger);
  noteTimes(outcome, 'normal', [performance.now() - since], NORMAL_WITHIN_MS);
  await pause(300);
  await work.stop();
  if (machine.pid() !== pid) outcome.misses.push('it had to be restarted');
  const db = await machine.connect();
  const wrong = await audit(machine.url, db, onDisk(machine.dataDir), students, ledger);
  await db.end();
  outcome.misses.push(...wrong.slice(0, 5));
  outcome.done = `full for ${seconds(fullMs)}, ${writers} writers`;
  outcome.figures.unshift(
    `${ledger.acknowledged().toLocaleString('en')} writes acknowledged`,
    `${refused} turned away, ${reads.filter(({ isAnswered }) => isAnswered).length} reads answered while it was full`,
  );
};

const NAMES: Record<Full, string> = {
  files: 'disk full, of the files',
  database: 'disk full, of the database too',
  nearly: 'disk full but for 16 MB',
  log: 'disk full, as its log ends',
};

export const fullDisk = async (whose: Full, { fullMs = 10_000, writers = 8 } = {}): Promise<Outcome> => {
  const outcome = newOutcome(NAMES[whose]);
  const dataDir = await makeDataDir();
  const folder = whose === 'files' ? join(dataDir, 'files') : dataDir;
  await mkdir(folder, { recursive: true });
  const disk = await makeSmallDisk(folder, whose === 'files' ? 24 : 400);
  if (!disk) {
    outcome.done = 'not done: only root can make a small disk';
    return outcome;
  }
  const machine = await createMachine({ dataDir, environment: { LOG_LEVEL: 'fatal' } });
  try {
    await fillUnderWriters(outcome, machine, disk, { whose, fullMs, writers });
  } finally {
    await disk.makeRoom();
    await machine.remove();
    disk.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return outcome;
};
