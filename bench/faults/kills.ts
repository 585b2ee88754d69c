import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { ageWork, audit, makeSchool, onDisk } from './books.ts';
import { pause } from './call.ts';
import { createLedger } from './ledger.ts';
import { createMachine, type Machine } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome } from './outcome.ts';
import { DOMAIN, registerStudents, startWriters } from './writers.ts';

/** kill -9 under writers, again and again on the same data. */

export type Victim = 'server' | 'database' | 'a session of the database' | 'both';

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in this moment.
  }
};

/** One of the product's connections: PostgreSQL then ends all others and recovers. */
const sessionPid = async (db: Client): Promise<number> => {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'tickmark' limit 1`,
  );
  if (!rows[0]) throw new Error('The product has no session that could be killed.');
  return rows[0].pid;
};

/** Kills PostgreSQL or one of its sessions, and waits until it shows: our own session ends with the others. */
const strikeDatabase = async (machine: Machine, victim: Victim): Promise<void> => {
  const db = await machine.connect();
  const isOver = new Promise<void>((resolve) => {
    db.once('end', resolve);
  });
  kill(victim === 'database' ? await machine.databasePid() : await sessionPid(db));
  await isOver;
};

const strike = async (machine: Machine, victim: Victim): Promise<void> => {
  if (victim === 'database' || victim === 'a session of the database') return strikeDatabase(machine, victim);
  const database = await machine.databasePid();
  machine.signal('SIGKILL');
  if (victim === 'both') kill(database);
  await machine.ended();
  // Whoever runs it starts it again; an hour passes for what it was working on.
  await ageWork(machine.dataDir);
  return machine.launch();
};

const READY_WITHIN_MS = 5000;

export const killUnderWriters = async (
  victims: readonly Victim[],
  { writers = 8, workMs = [200, 1000] as readonly [number, number] } = {},
): Promise<Outcome[]> => {
  const machine = await createMachine();
  const ledger = createLedger();
  const outcomes = new Map<Victim, Outcome & { times: number[]; cycles: number; acknowledged: number }>();
  try {
    machine.launch();
    await machine.ready();
    const setUp = await machine.connect();
    await makeSchool(setUp, DOMAIN);
    await setUp.end();
    const students = await registerStudents(machine.url, writers);
    for (const victim of victims) {
      const outcome = outcomes.get(victim) ?? {
        ...newOutcome(`kill -9 of ${victim === 'both' ? 'server and database' : victim}`),
        times: [],
        cycles: 0,
        acknowledged: 0,
      };
      outcomes.set(victim, outcome);
      const before = ledger.acknowledged();
      const work = startWriters(machine.url, students, ledger);
      await pause(randomInt(...workMs));
      const since = performance.now();
      await strike(machine, victim);
      await machine.ready();
      outcome.times.push(performance.now() - since);
      // Those who were cut off have long been told so.
      await pause(100);
      await work.stop();
      noteStatuses(outcome, 'answers', work.takeAnswers(), [200, 204, 409, 503]);
      const db = await machine.connect();
      const wrong = await audit(machine.url, db, onDisk(machine.dataDir), students, ledger);
      await db.end();
      outcome.misses.push(...wrong.slice(0, 5));
      outcome.cycles += 1;
      outcome.acknowledged += ledger.acknowledged() - before;
    }
    return [...outcomes.values()].map(({ times, cycles, acknowledged, ...outcome }) => {
      outcome.done = `${cycles} times, ${writers} writers`;
      outcome.figures.push(`${acknowledged.toLocaleString('en')} writes acknowledged`);
      noteTimes(outcome, 'ready again after', times, READY_WITHIN_MS);
      return outcome;
    });
  } finally {
    await machine.remove();
  }
};
