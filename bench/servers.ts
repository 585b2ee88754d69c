import { Client } from 'pg';
import { startPostgres } from './faults/helpers.ts';
import { createMachine, type Machine } from './faults/machine.ts';
import { median, print, quantile, table } from './figures.ts';
import { requestBytes } from './floods/line.ts';
import { closed, type Shot } from './floods/steady.ts';
import { tickBytes } from './floods/ticks.ts';
import { cpuOf, parentOf } from './processes.ts';
import { registerStudent } from './product.ts';

/**
 * What a call costs a server and what it costs the database, which all servers share: where the first limit is when there
 * are several. Processor time is read from /proc, so this runs on Linux. With one server and with three, and with the
 * unnamed statements that a pooler needs.
 */

const SECONDS = Number(process.argv[2] ?? 8);
const CLIENTS = 48;
const STUDENTS = 40;
const server = await startPostgres();
if ('reason' in server) throw new Error(server.reason);
const admin = new Client({ connectionString: server.settings.url });
await admin.connect();
const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
const postmaster = parentOf(rows[0]?.pid ?? 0);

const calls: Record<string, (tokens: readonly string[], n: number) => Buffer> = {
  tick: tickBytes,
  'all records of a student': (tokens, n) =>
    requestBytes('GET /api/completion', { token: tokens[n % tokens.length] }),
  profile: (tokens, n) => requestBytes('GET /api/users/me', { token: tokens[n % tokens.length] }),
};

const results: (string | number)[][] = [];
const measure = async (name: string, machines: readonly Machine[], tokens: readonly string[]) => {
  for (const [call, bytes] of Object.entries(calls)) {
    const run = (seconds: number) =>
      Promise.all(
        machines.map(({ url }) =>
          closed(Number(new URL(url).port), { lines: CLIENTS / machines.length, seconds }, (n) =>
            bytes(tokens, n),
          ),
        ),
      );
    await run(1); // warm
    const before = {
      servers: machines.map((machine) => cpuOf(machine.pid() ?? 0)),
      database: cpuOf(postmaster, { withChildren: true }),
    };
    const shots: Shot[] = (await run(SECONDS)).flat();
    const servers = machines
      .map((machine, n) => cpuOf(machine.pid() ?? 0) - (before.servers[n] ?? 0))
      .reduce((a, b) => a + b);
    const database = cpuOf(postmaster, { withChildren: true }) - before.database;
    const wrong = shots.filter(({ status }) => status !== 200).length;
    if (wrong > 0) throw new Error(`${wrong} calls were not answered with 200.`);
    const times = shots.map(({ ms }) => ms);
    results.push([
      `${call}, ${name}`,
      shots.length / SECONDS,
      median(times),
      quantile(times, 0.99),
      ((servers / shots.length) * 1000).toFixed(3),
      ((database / shots.length) * 1000).toFixed(3),
    ]);
  }
};

const start = async (count: number, suffix: string): Promise<Machine[]> => {
  const machines: Machine[] = [];
  for (let n = 0; n < count; n += 1) {
    machines.push(await createMachine({ environment: { DATABASE_URL: server.settings.url + suffix } }));
  }
  for (const machine of machines) machine.launch();
  await Promise.all(machines.map((machine) => machine.ready()));
  return machines;
};

let tokens: string[] | undefined;
for (const [name, count, suffix] of [
  ['one server', 1, ''],
  ['three servers', 3, ''],
  ['one server, unnamed statements', 1, '?pgbouncer=true'],
] as const) {
  const machines = await start(count, suffix);
  if (!tokens) {
    tokens = [];
    for (let n = 0; n < STUDENTS; n += 1) {
      tokens.push(await registerStudent(machines[0]?.url ?? '', `student${n}`));
    }
  }
  await measure(name, machines, tokens);
  for (const machine of machines) await machine.remove();
}
await admin.end();
await server.stop();
print(table(['call', 'a second', 'median ms', 'p99 ms', 'server ms', 'database ms'], results));
print(
  `Server and database: processor time of one call. ${CLIENTS} clients; they share the machine with the rest.`,
);
