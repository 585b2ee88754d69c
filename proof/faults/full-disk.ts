import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataFolder } from '../../server/testing/folder.ts';
import { createMachine, type Machine, timed } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { runScenario, type Scenario } from './scenario.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { untilNormal } from './students.ts';

/** No room is left: while it works, or when it is started again after a crash. */

const NORMAL_WITHIN_MS = 2000;
const START_WITHIN_MS = 5000;
const READS_BACK_WITHIN_MS = 5000;
const GIVEN_UP_MS = 30_000;
const ALLOWED = [200, 204, 409, 503, 507];

interface Options {
  fullMs?: number;
  writers?: number | undefined;
}

/**
 * The hardest moment: PostgreSQL's log goes on in a new file, for which there is no room. It comes by itself after some
 * megabytes; nobody wants to wait for that.
 */
const endLogSegment = async (machine: Machine): Promise<void> => {
  // If nobody is let in any more, it ended while the disk was filled.
  const db = await machine.connect().catch(() => undefined);
  await db?.query('select pg_switch_wal()').catch(() => undefined);
  await db?.end().catch(() => undefined);
};

/** What has no room: uploads alone, the database on the same disk, all of it but a little, or its log at once. */
export type Full = 'files' | 'database' | 'nearly' | 'log';
const A_LITTLE = 16 * 1024 * 1024;
const NAMES: Record<Full, string> = {
  files: 'disk full, of the files',
  database: 'disk full, of the database too',
  nearly: 'disk full but for 16 MB',
  log: 'disk full, as its log ends',
};

interface Read {
  isAnswered: boolean;
  status: number | undefined;
  /** Since the first one. */
  afterMs: number;
}

/** Reads for so long, and on until it is answered again and all is seen, or nobody believes in it any more. */
const readFor = async (
  ms: number,
  machine: Machine,
  token: string | undefined,
  isAllSeen: () => boolean,
): Promise<Read[]> => {
  const reads: Read[] = [];
  const since = performance.now();
  const isAway = () => reads.at(-1)?.isAnswered === false;
  const goesOn = () => isAway() || !isAllSeen();
  for (let afterMs = 0; afterMs < (goesOn() ? ms + GIVEN_UP_MS : ms); afterMs = performance.now() - since) {
    const status = (await machine.call('GET /completion', { token }))?.status;
    reads.push({ isAnswered: status === 200, status, afterMs });
    await pause(50);
  }
  return reads;
};

/** Reads may stop so many times, and must be back at the end. */
const noteReads = (outcome: Outcome, reads: readonly Read[], stopsAllowed: number): void => {
  const stops = reads.filter(
    ({ isAnswered }, at) => !isAnswered && reads[at - 1]?.isAnswered !== false,
  ).length;
  if (stops > stopsAllowed || !reads.at(-1)?.isAnswered) {
    const all = reads.map(({ status }) => status ?? 'none');
    outcome.misses.push(`reads stopped ${stops} times: ${all.join(' ')}`);
  }
  const back = reads.filter(({ isAnswered }, at) => isAnswered && reads[at - 1]?.isAnswered === false);
  const times = back.map(({ afterMs }) => afterMs);
  noteTimes(outcome, 'reads again after', times, READS_BACK_WITHIN_MS);
};

/** It is for the server that runs: not given away before the disk is full, nor by a second one that may not start. */
const noteReserve = async (outcome: Outcome, dataDir: string): Promise<void> => {
  const second = await createMachine({ dataDir });
  await second.launch();
  const running = second.running();
  if ((await running.ended) !== 1 || !running.output().includes('is already using'))
    outcome.misses.push(`a second server: ${running.output()}`);
  if (!existsSync(join(dataDir, 'postgres', 'reserve')))
    outcome.misses.push('what is kept for a full disk was given away before it was full');
};

/** On a disk of a few megabytes, which only root can make. */
const onSmallDisk = async (
  fault: string,
  { whose, writers, environment }: { whose: Full; writers: number | undefined; environment?: object },
  run: (scenario: Scenario, disk: SmallDisk) => Promise<string>,
): Promise<Outcome> => {
  const dataDir = await makeDataFolder();
  const folder = whose === 'files' ? join(dataDir, 'files') : dataDir;
  await mkdir(folder, { recursive: true });
  const disk = await makeSmallDisk(folder, whose === 'files' ? 24 : 400);
  if (!disk) return { ...newOutcome(fault), done: 'not done: only root can make a small disk' };
  try {
    return await runScenario(
      fault,
      { dataDir, writers, environment: { LOG_LEVEL: 'fatal', ...environment } },
      async (scenario) => {
        try {
          return await run(scenario, disk);
        } finally {
          await disk.makeRoom();
        }
      },
    );
  } finally {
    disk.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
};

export const fullDisk = (whose: Full, { fullMs = 10_000, writers }: Options = {}): Promise<Outcome> =>
  onSmallDisk(NAMES[whose], { whose, writers }, async (scenario, disk) => {
    const { outcome, machine, students, ledger, startWriters } = scenario;
    // With a whole file of the log before it, its end does not come by chance.
    await endLogSegment(machine);
    const work = startWriters();
    const { pid } = machine.running().process;
    await pause(500);
    await disk.fill(whose === 'nearly' ? A_LITTLE : 0);
    if (whose === 'log') await endLogSegment(machine);
    work.takeAnswers();
    const meanwhile: ReturnType<typeof work.takeAnswers> = [];
    const countRefused = () => {
      meanwhile.push(...work.takeAnswers());
      return meanwhile.filter(({ status }) => status >= 500).length;
    };
    const reads = await readFor(fullMs, machine, students[0]?.token, () => countRefused() > 0);
    // The end of its log may stop the database itself, once.
    noteReads(outcome, reads, whose === 'log' ? 1 : 0);
    const refused = countRefused();
    noteStatuses(outcome, 'writes', meanwhile, ALLOWED);
    if (refused === 0) outcome.misses.push('the disk was never full');
    if (whose === 'nearly') await noteReserve(outcome, machine.dataDir);
    await disk.makeRoom();
    noteTimes(outcome, 'normal', [await timed(() => untilNormal(ledger))], NORMAL_WITHIN_MS);
    await pause(300);
    if (machine.running().process.pid !== pid) outcome.misses.push('it had to be restarted');
    const answered = reads.filter(({ isAnswered }) => isAnswered).length;
    outcome.figures.push(`${refused} turned away, ${answered} reads answered while it was full`);
    return `full for ${seconds(fullMs)}`;
  });

/** What a student sees of their work: the papers, and a file to open. */
const readAll = async ({ outcome, machine, students, ledger }: Scenario): Promise<void> => {
  const removed = new Set(ledger.removals.map(({ publicId }) => publicId));
  const kept = ledger.uploads.find(({ publicId }) => publicId !== undefined && !removed.has(publicId));
  const token = students.find(({ name }) => name === kept?.student)?.token;
  const completion = await machine.call('GET /completion', { token });
  const [subjectId = '', year = '', session = '', paper = ''] = kept?.key.split('-') ?? [];
  const query = new URLSearchParams({ subject_id: subjectId, year, session, paper });
  const listed = await machine.call(`GET /completion/files?${query}`, { token });
  const address: string | undefined = listed?.body?.files?.[0]?.file_url;
  const file = address && (await fetch(new URL(address, machine.url)));
  const statuses = [completion?.status, listed?.status, file ? file.status : undefined];
  if (statuses.some((status) => status !== 200)) {
    outcome.misses.push(`reads on a full disk: ${statuses.map((status) => status ?? 'none').join(' ')}`);
  }
};

const startServesReads = async (scenario: Scenario, disk: SmallDisk): Promise<void> => {
  const { outcome, machine, ledger, startWriters } = scenario;
  const ms = await timed(async () => {
    await machine.launch();
    await machine.ready();
  });
  noteTimes(outcome, 'ready on a full disk after', [ms], START_WITHIN_MS);
  await readAll(scenario);
  const { pid } = machine.running().process;
  const work = startWriters();
  const refused: ReturnType<typeof work.takeAnswers> = [];
  while (refused.length < 50) {
    await pause(50);
    refused.push(...work.takeAnswers());
  }
  noteStatuses(outcome, 'writes', refused, [409, 503, 507]);
  if ((await machine.call('GET //readyz'))?.status !== 200) outcome.misses.push('it is not ready');
  await disk.makeRoom();
  noteTimes(outcome, 'normal', [await timed(() => untilNormal(ledger))], START_WITHIN_MS);
  if (machine.running().process.pid !== pid) outcome.misses.push('it had to be restarted');
};

/** Not even what was kept for a full disk is there. */
const startSaysWhy = async ({ outcome, machine }: Scenario, disk: SmallDisk): Promise<void> => {
  await rm(join(machine.dataDir, 'postgres', 'reserve'));
  await disk.fill();
  await machine.launch();
  const running = machine.running();
  const ms = await timed(async () => {
    const code = await running.ended;
    if (code !== 1) outcome.misses.push(`it ended with ${code}`);
  });
  noteTimes(outcome, 'said so after', [ms], START_WITHIN_MS);
  const said = running.output().trim();
  if (!/^There is no space left on the disk of [^\n]+$/.test(said)) outcome.misses.push(`it said: ${said}`);
  await disk.makeRoom();
  await machine.launch();
  await machine.ready();
};

/** Killed, the disk fills up, started again. `left` for PostgreSQL: what was kept for this moment, or nothing. */
export const startOnFullDisk = (left: 'reserve' | 'nothing', { writers }: Options = {}): Promise<Outcome> => {
  const fault = `kill -9, then a start ${left === 'nothing' ? 'without a byte left' : 'on a full disk'}`;
  // Without a setting the start itself has to find the password of the platform admin.
  const environment = { ADMIN_PASSWORD: '' };
  return onSmallDisk(fault, { whose: 'database', writers, environment }, async (scenario, disk) => {
    const { machine, ledger } = scenario;
    const work = scenario.startWriters();
    await pause(1000);
    await untilNormal(ledger);
    await machine.crash({ withDatabase: true });
    await work.stop();
    await disk.fill();
    if (left === 'nothing') await startSaysWhy(scenario, disk);
    else await startServesReads(scenario, disk);
    return left === 'nothing' ? 'not a byte left' : 'its reserve left';
  });
};
