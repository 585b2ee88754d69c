import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { audit, makeSchool, onDisk } from './books.ts';
import { type Answered, call, pause } from './call.ts';
import { createLedger } from './ledger.ts';
import { createMachine } from './machine.ts';
import { newOutcome, noteStatuses, noteTimes, type Outcome, seconds } from './outcome.ts';
import { startRelay } from './relay.ts';
import { DOMAIN, registerStudents, startWriters } from './writers.ts';

/** The database is away: its line is cut, or it says nothing any more. */

const connectTo = async (config: ClientConfig): Promise<Client> => {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const ANSWER_WITHIN_MS = 2000;
const TURN_MS = 100;

/** An address in its parts, whichever way it was written. */
const partsOf = (config: ClientConfig) => {
  const { host, port, user = '', password = '' } = new Client(config);
  return { host, port, user, password };
};
const placeOf = ({ host, port }: { host: string; port: number }) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };

export const databaseAway = async (
  server: ClientConfig,
  kind: 'cut' | 'silent',
  { awayMs = 30_000, writers = 8 } = {},
): Promise<Outcome> => {
  const outcome = newOutcome(kind === 'cut' ? 'database away' : 'database silent');
  const database = `tickmark_faults_${randomBytes(6).toString('hex')}`;
  const parts = partsOf(server);
  const { user, password } = parts;
  const admin = await connectTo(server);
  await admin.query(`create database ${database}`);
  const relay = await startRelay(placeOf(parts));
  const machine = await createMachine({
    environment: {
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${relay.port}/${database}`,
      LOG_LEVEL: 'fatal',
    },
  });
  try {
    machine.launch();
    await machine.ready();
    const db = await connectTo({ ...parts, database });
    await makeSchool(db, DOMAIN);
    const students = await registerStudents(machine.url, writers);
    const ledger = createLedger();
    const work = startWriters(machine.url, students, ledger);
    const token = students[0]?.token;
    const pid = machine.pid();
    await pause(500);
    work.takeAnswers();

    const asked: Answered[] = [];
    const ask = async () => {
      for (const answer of await Promise.all([
        call(machine.url, 'GET //readyz'),
        call(machine.url, 'GET /completion', { token }),
        call(machine.url, 'POST /schooladmin/login', { json: { username: 'nobody', password: 'none' } }),
      ])) {
        if (answer) asked.push(answer);
        else outcome.misses.push('a call was not answered at all while the database was away');
      }
      if ((await call(machine.url, 'GET //livez'))?.status !== 200) outcome.misses.push('/livez was not 200');
    };
    const began = performance.now();
    if (kind === 'cut') await relay.cut();
    else relay.silence();
    // From here on nothing can succeed; what is answered otherwise was under way.
    const questions: Promise<void>[] = [];
    while (performance.now() - began < awayMs) {
      questions.push(ask());
      await pause(TURN_MS);
    }
    await Promise.all(questions);
    noteStatuses(outcome, 'calls while away', asked, [503]);
    const meanwhile = work.takeAnswers();
    noteStatuses(outcome, 'writes', meanwhile, [200, 204, 409, 503]);
    noteTimes(
      outcome,
      'answered after',
      [...asked, ...meanwhile].map(({ ms }) => ms),
      ANSWER_WITHIN_MS,
    );

    const back = performance.now();
    await relay.mend();
    await machine.ready();
    while (!work.takeAnswers().some(({ status }) => status === 200)) await pause(10);
    const normal = performance.now();
    noteTimes(outcome, 'normal', [normal - back], ANSWER_WITHIN_MS);
    // What was on a silent line arrives with its return, and is done then, whatever its sender was told before.
    for (const tick of ledger.ticks) if (tick.fate === 'open') tick.ended = ledger.end();
    await pause(300);
    await work.stop();
    const since = work.takeAnswers().filter(({ sentAt }) => sentAt > normal);
    noteStatuses(outcome, 'after its return', since, [200, 204, 409]);
    if (machine.pid() !== pid || machine.output().includes('stack'))
      outcome.misses.push('the process did not live on');
    outcome.misses.push(
      ...(await audit(machine.url, db, onDisk(machine.dataDir), students, ledger)).slice(0, 5),
    );
    outcome.done = `${kind === 'cut' ? 'its line cut' : 'its line silent'} for ${seconds(performance.now() - began)}, ${writers} writers`;
    outcome.figures.unshift(`${ledger.acknowledged().toLocaleString('en')} writes acknowledged`);
    await db.end();
    return outcome;
  } finally {
    await machine.remove();
    await relay.close();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
};
