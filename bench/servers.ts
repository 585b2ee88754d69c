import { Client } from 'pg';
import { closed, requestBytes, type Shot } from './connections.ts';
import { median, print, quantile, table } from './figures.ts';
import { startPostgres } from './postgres.ts';
import { cpuOf, parentOf } from './processes.ts';
import { type Product, registerStudent, startProduct } from './product.ts';
import { tickBytes } from './ticks.ts';

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
const admin = new Client({ connectionString: server.url });
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
const measure = async (name: string, products: readonly Product[], tokens: readonly string[]) => {
  for (const [call, bytes] of Object.entries(calls)) {
    const run = (seconds: number) =>
      Promise.all(
        products.map(({ port }) =>
          closed(port, { lines: CLIENTS / products.length, seconds }, (n) => bytes(tokens, n)),
        ),
      );
    await run(1); // warm
    const before = {
      servers: products.map(({ pid }) => cpuOf(pid)),
      database: cpuOf(postmaster, { withChildren: true }),
    };
    const shots: Shot[] = (await run(SECONDS)).flat();
    const servers = products
      .map(({ pid }, n) => cpuOf(pid) - (before.servers[n] ?? 0))
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

const start = (count: number, suffix: string): Promise<Product[]> =>
  Promise.all(Array.from({ length: count }, () => startProduct({ DATABASE_URL: server.url + suffix })));

let tokens: string[] | undefined;
for (const [name, count, suffix] of [
  ['one server', 1, ''],
  ['three servers', 3, ''],
  ['one server, unnamed statements', 1, '?pgbouncer=true'],
] as const) {
  const products = await start(count, suffix);
  if (!tokens) {
    tokens = [];
    for (let n = 0; n < STUDENTS; n += 1) {
      tokens.push(await registerStudent(products[0]?.url ?? '', `student${n}`));
    }
  }
  await measure(name, products, tokens);
  for (const product of products) await product.stop();
}
await admin.end();
await server.stop();
print(table(['call', 'a second', 'median ms', 'p99 ms', 'server ms', 'database ms'], results));
print(
  `Server and database: processor time of one call. ${CLIENTS} clients; they share the machine with the rest.`,
);
