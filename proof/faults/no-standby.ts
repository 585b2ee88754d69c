import { setTimeout as pause } from 'node:timers/promises';
import type { TimedAnswer } from './machine.ts';
import { noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { runScenario, type Scenario } from './scenario.ts';

/** The standby that each commit waits for is gone: the database reads, and commits nothing. */

const ANSWER_WITHIN_MS = 2000;
const TURN_MS = 50;
/** What anybody reads meanwhile is answered as ever. */
const READS = ['GET /completion', 'GET /users/me', 'GET /subjects', 'GET //readyz'];

const readFor = async (
  ms: number,
  { outcome, machine, students }: Pick<Scenario, 'outcome' | 'machine' | 'students'>,
): Promise<TimedAnswer[]> => {
  const answers: TimedAnswer[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < ms; n += 1) {
    const { token } = students[n % students.length] ?? {};
    const answer = await machine.call(READS[n % READS.length] ?? '', { token });
    if (answer) answers.push(answer);
    else outcome.misses.push('a question was not answered at all');
    await pause(TURN_MS);
  }
  return answers;
};

export const noStandby = async ({
  goneMs = 30_000,
  // More than a server has connections: some of them wait for one when nothing can be written any more.
  writers = 30,
}: {
  goneMs?: number;
  writers?: number;
} = {}): Promise<Outcome> =>
  runScenario('no standby', { environment: { LOG_LEVEL: 'fatal' }, writers }, async (scenario) => {
    const { outcome, machine, ledger, startWriters } = scenario;
    const database = await machine.connect();
    const waitForStandby = async (name: string): Promise<void> => {
      await database.query(`alter system set synchronous_standby_names = '${name}'`);
      await database.query('select pg_reload_conf()');
    };
    const waiting = async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rows[0]?.count ?? 0;
    };
    const work = startWriters();
    await pause(500);
    work.takeAnswers();

    await waitForStandby('gone');
    const reads = await readFor(goneMs, scenario);
    const meanwhile = work.takeAnswers();
    noteStatuses(outcome, 'reads meanwhile', reads, [200]);
    noteTimes(
      outcome,
      'a read',
      reads.map(({ ms }) => ms),
      ANSWER_WITHIN_MS,
    );
    // Some were committed before the setting was read.
    noteStatuses(outcome, 'writes meanwhile', meanwhile, [200, 204, 409, 503]);
    const refused = meanwhile.filter(({ status }) => status === 503);
    outcome.figures.push(`${refused.length} writes refused`);
    if (refused.length === 0) outcome.misses.push('no write was refused');
    noteTimes(
      outcome,
      'a refusal',
      refused.map(({ ms }) => ms),
      ANSWER_WITHIN_MS,
    );
    const left = await waiting();
    outcome.figures.push(`${left} sessions wait`);
    // Those that were under way, and the probe: not one for each write that was tried.
    if (left > 12) outcome.misses.push(`${left} sessions wait for the standby`);

    const back = performance.now();
    await waitForStandby('');
    while (!work.takeAnswers().some(({ status }) => status === 200)) await pause(10);
    noteTimes(outcome, 'normal', [performance.now() - back], ANSWER_WITHIN_MS);
    // What waited for the standby is done with its return, whatever its sender was told.
    for (const tick of ledger.ticks) if (tick.fate === 'open') tick.ended = ledger.end();
    await pause(300);
    await work.stop();
    await database.end();
    return `for ${seconds(goneMs)}`;
  });
