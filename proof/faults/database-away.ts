import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { asAdmin, withDatabaseName } from '../../server/testing/postgres.ts';
import { startRelay } from '../../server/testing/relay.ts';
import type { TimedAnswer } from './machine.ts';
import { noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { runScenario, type Scenario } from './scenario.ts';

/** The database is away: its connection is cut, or it says nothing any more. */

const ANSWER_WITHIN_MS = 2000;
const TURN_MS = 100;

/** Calls that need the database, all the while; and one that does not. */
const askFor = async (ms: number, { outcome, machine, students }: Scenario): Promise<TimedAnswer[]> => {
  const answers: TimedAnswer[] = [];
  const ask = async () => {
    for (const answer of await Promise.all([
      machine.call('GET //readyz'),
      machine.call('GET /completion', { token: students[0]?.token }),
      machine.call('POST /schooladmin/login', { json: { username: 'nobody', password: 'none' } }),
    ])) {
      if (answer) answers.push(answer);
      else outcome.misses.push('a call was not answered at all while the database was away');
    }
    if ((await machine.call('GET //livez'))?.status !== 200) outcome.misses.push('/livez was not 200');
  };
  const began = performance.now();
  const questions: Promise<void>[] = [];
  while (performance.now() - began < ms) {
    questions.push(ask());
    await pause(TURN_MS);
  }
  await Promise.all(questions);
  return answers;
};

export const databaseAway = async (
  server: ClientConfig,
  kind: 'cut' | 'silent',
  { awayMs = 30_000, writers }: { awayMs?: number; writers?: number | undefined } = {},
): Promise<Outcome> => {
  const database = `tickmark_faults_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${database}`);
  const direct = withDatabaseName(server, database);
  const relay = await startRelay(direct);
  // An address in its parts, whichever way it was written.
  const { port, user = '', password = '' } = new Client(relay.connection);
  const environment = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    LOG_LEVEL: 'fatal',
  };
  try {
    return await runScenario(
      kind === 'cut' ? 'database away' : 'database silent',
      { environment, writers, database: direct },
      async (scenario) => {
        const { outcome, machine, ledger, startWriters } = scenario;
        const work = startWriters();
        const { pid } = machine.running().process;
        await pause(500);
        work.takeAnswers();

        if (kind === 'cut') await relay.cut();
        else relay.silence();
        // From here on nothing can succeed; what is answered otherwise was under way.
        const asked = await askFor(awayMs, scenario);
        const meanwhile = work.takeAnswers();
        noteStatuses(outcome, 'calls while away', asked, [503]);
        noteStatuses(outcome, 'writes', meanwhile, [200, 204, 409, 503]);
        const times = [...asked, ...meanwhile].map(({ ms }) => ms);
        noteTimes(outcome, 'answered after', times, ANSWER_WITHIN_MS);

        const back = performance.now();
        await relay.mend();
        await machine.ready();
        while (!work.takeAnswers().some(({ status }) => status === 200)) await pause(10);
        const normal = performance.now();
        noteTimes(outcome, 'normal', [normal - back], ANSWER_WITHIN_MS);
        // What was on a silent connection arrives with its return, and is done then, whatever its sender was told.
        for (const tick of ledger.ticks) if (tick.fate === 'open') tick.ended = ledger.end();
        await pause(300);
        await work.stop();
        const since = work.takeAnswers().filter(({ sentAt }) => sentAt > normal);
        noteStatuses(outcome, 'after its return', since, [200, 204, 409]);
        if (machine.running().process.pid !== pid || machine.running().output().includes('stack'))
          outcome.misses.push('the process did not live on');
        return `its connection ${kind} for ${seconds(awayMs)}`;
      },
    );
  } finally {
    await relay.cut();
    await asAdmin(server, `drop database ${database} with (force)`);
  }
};
