import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { ageWork } from './audit.ts';
import { kill, type Machine, timed } from './machine.ts';
import { noteStatuses, noteTimes, type Outcome } from './outcome.ts';
import { runScenario } from './scenario.ts';

/** kill -9 under writers, again and again on the same data. */

export type Victim = 'server' | 'database' | 'a session of the database' | 'both';

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
  await machine.crash({ withDatabase: victim === 'both' });
  // An hour passes for what it was working on before somebody starts it again.
  await ageWork(machine.dataDir);
  return machine.launch();
};

const READY_WITHIN_MS = 5000;

export const killUnderWriters = (
  victims: readonly Victim[],
  {
    writers,
    workMs = [200, 1000],
  }: { writers?: number | undefined; workMs?: readonly [number, number] } = {},
): Promise<Outcome> =>
  runScenario('kill -9', { writers }, async ({ outcome, machine, ledger, startWriters, audit }) => {
    const times = new Map<Victim, number[]>();
    for (const victim of victims) {
      const work = startWriters();
      await pause(randomInt(...workMs));
      const took = await timed(async () => {
        await strike(machine, victim);
        await machine.ready();
      });
      times.set(victim, [...(times.get(victim) ?? []), took]);
      // Those who were cut off have long been told so.
      await pause(100);
      await work.stop();
      noteStatuses(outcome, `answers around the kill of ${victim}`, work.takeAnswers(), [200, 204, 409, 503]);
      await audit();
    }
    for (const [victim, each] of times) {
      noteTimes(outcome, `${each.length} x ${victim}: ready again after`, each, READY_WITHIN_MS);
    }
    return `${victims.length} times, ${ledger.ticks.length} ticks sent`;
  });
