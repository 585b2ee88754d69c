import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { audit, makeSchool, onDisk } from './books.ts';
import { call, pause } from './call.ts';
import { untilNormal } from './full.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMachine, type Machine, makeDataDir, timed } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome } from './outcome.ts';
import { makeSmallDisk, type SmallDisk } from './small-disk.ts';
import { DOMAIN, registerStudents, type Student, startWriters } from './writers.ts';

/** Killed with kill -9, the disk fills up meanwhile, and it is started again. */

const WITHIN_MS = 5000;

/** Server and database, in the middle of their work. */
const crash = async (machine: Machine): Promise<void> => {
  const database = await machine.databasePid();
  machine.signal('SIGKILL');
  process.kill(database, 'SIGKILL');
  await machine.ended();
};

/** What a student sees of their work: the papers, and a file to open. */
const readAll = async (
  outcome: Outcome,
  url: string,
  students: readonly Student[],
  ledger: Ledger,
): Promise<void> => {
  const removed = new Set(ledger.removals.map(({ publicId }) => publicId));
  const kept = ledger.uploads.find(({ publicId }) => publicId !== undefined && !removed.has(publicId));
  const token = students.find(({ name }) => name === kept?.student)?.token;
  const completion = await call(url, 'GET /completion', { token });
  const [subjectId = '', year = '', session = '', paper = ''] = kept?.key.split('-') ?? [];
  const query = new URLSearchParams({ subject_id: subjectId, year, session, paper });
  const listed = await call(url, `GET /completion/files?${query}`, { token });
  const address: string | undefined = listed?.body?.files?.[0]?.file_url;
  const file = address && (await fetch(new URL(address, url)));
  const statuses = [completion?.status, listed?.status, file ? file.status : undefined];
  if (statuses.some((status) => status !== 200)) {
    outcome.misses.push(`reads on a full disk: ${statuses.map((status) => status ?? 'none').join(' ')}`);
  }
};

const startServesReads = async (
  outcome: Outcome,
  machine: Machine,
  disk: SmallDisk,
  students: readonly Student[],
  ledger: Ledger,
): Promise<void> => {
  noteTimes(
    outcome,
    'ready on a full disk after',
    [
      await timed(async () => {
        machine.launch();
        await machine.ready();
      }),
    ],
    WITHIN_MS,
  );
  await readAll(outcome, machine.url, students, ledger);
  const pid = machine.pid();
  const work = startWriters(machine.url, students, ledger);
  const refused: ReturnType<typeof work.takeAnswers> = [];
  while (refused.length < 50) {
    await pause(50);
    refused.push(...work.takeAnswers());
  }
  noteStatuses(outcome, 'writes', refused, [409, 503, 507]);
  if ((await call(machine.url, 'GET //readyz'))?.status !== 200) outcome.misses.push('it is not ready');
  await disk.makeRoom();
  noteTimes(outcome, 'normal', [await timed(() => untilNormal(ledger))], WITHIN_MS);
  await work.stop();
  if (machine.pid() !== pid) outcome.misses.push('it had to be restarted');
};

/** Not even what was kept for a full disk is there. */
const startSaysWhy = async (outcome: Outcome, machine: Machine, disk: SmallDisk): Promise<void> => {
  await rm(join(machine.dataDir, 'postgres', 'reserve'));
  await disk.fill();
  machine.launch();
  const ms = await timed(async () => {
    const code = await machine.ended();
    if (code !== 1) outcome.misses.push(`it ended with ${code}`);
  });
  noteTimes(outcome, 'said so after', [ms], WITHIN_MS);
  const said = machine.output().trim();
  if (!/^There is no space left on the disk of [^\n]+$/.test(said)) outcome.misses.push(`it said: ${said}`);
  await disk.makeRoom();
  machine.launch();
  await machine.ready();
};

/** `left` for PostgreSQL: what was kept for this moment, or nothing at all. */
export const startOnFullDisk = async (
  left: 'reserve' | 'nothing',
  { writers = 8, workMs = 1000 } = {},
): Promise<Outcome> => {
  const outcome = newOutcome(
    `kill -9, then a start ${left === 'nothing' ? 'without a byte left' : 'on a full disk'}`,
  );
  const dataDir = await makeDataDir();
  const disk = await makeSmallDisk(dataDir, 400);
  if (!disk) {
    outcome.done = 'not done: only root can make a small disk';
    return outcome;
  }
  // Without a setting the start itself has to find the password of the platform admin.
  const machine = await createMachine({ dataDir, environment: { LOG_LEVEL: 'fatal', ADMIN_PASSWORD: '' } });
  try {
    machine.launch();
    await machine.ready();
    const setUp = await machine.connect();
    await makeSchool(setUp, DOMAIN);
    await setUp.end();
    const students = await registerStudents(machine.url, writers);
    const ledger = createLedger();
    const work = startWriters(machine.url, students, ledger);
    await pause(workMs);
    await untilNormal(ledger);
    await crash(machine);
    await work.stop();
    await disk.fill();
    if (left === 'nothing') await startSaysWhy(outcome, machine, disk);
    else await startServesReads(outcome, machine, disk, students, ledger);
    const db = await machine.connect();
    const wrong = await audit(machine.url, db, onDisk(machine.dataDir), students, ledger);
    await db.end();
    outcome.misses.push(...wrong.slice(0, 5));
    outcome.done = left === 'nothing' ? 'not a byte left' : `its reserve left, ${writers} writers`;
    outcome.figures.unshift(`${ledger.acknowledged().toLocaleString('en')} writes acknowledged`);
  } finally {
    await disk.makeRoom();
    await machine.remove();
    disk.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
  return outcome;
};
