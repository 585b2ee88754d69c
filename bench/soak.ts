import { CALL_NAMES, prepareCalls } from './calls.ts';
import { steady } from './connections.ts';
import { startWithData } from './data.ts';
import { median, print, quantile, table } from './figures.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { databaseOf } from './product.ts';
import { line, report } from './rows.ts';

/**
 * What stays when the load does: the memory of the server, the processor time of a call and how long calls take, over
 * minutes of the same number of calls a second, of every kind that bench/calls.ts knows, in a school of 1,500.
 *
 *   npm run bench -- soak --minutes=60 --rate=150
 */

const given = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', value = ''] = argument.replace(/^--/, '').split('=');
    return [name, value];
  }),
);
const MINUTES = Number(given.get('minutes') ?? 3);
const RATE = Number(given.get('rate') ?? 150);
const PARTS = 12;

/** Most people tick and look at their own papers. */
const WEIGHTS: Partial<Record<(typeof CALL_NAMES)[number], number>> = {
  tick: 40,
  'all records of a student': 30,
  profile: 30,
};
const mix = CALL_NAMES.flatMap((name) => Array.from({ length: WEIGHTS[name] ?? 1 }, () => name));

const product = await startWithData('school');
try {
  const calls = await prepareCalls(product);
  const database = await databaseOf(product);
  // Every kind in turn, in an order in which no kind comes in a row.
  const next = (n: number): Buffer => {
    const name = mix[(n * 37) % mix.length] ?? 'profile';
    return calls[name](Math.floor(n / 3));
  };
  const rows: (string | number)[][] = [];
  const memory: number[] = [];
  const server: number[] = [];
  const tails: number[] = [];
  let sent = 0;
  for (let part = 0; part < PARTS; part += 1) {
    const before = { server: cpuOf(product.pid), database: cpuOf(database.pid, { withChildren: true }) };
    const from = sent;
    const { shots, due } = await steady(product.port, { rate: RATE, seconds: (MINUTES * 60) / PARTS }, (n) =>
      next(from + n),
    );
    sent += due;
    const wrong = shots.filter(({ status }) => status !== 200).length + due - shots.length;
    if (wrong > 0) throw new Error(`${wrong} calls were not answered with 200.`);
    const times = shots.map(({ ms }) => ms);
    const each = (seconds: number) => (seconds / shots.length) * 1000;
    memory.push(memoryOf(product.pid));
    server.push(each(cpuOf(product.pid) - before.server));
    tails.push(quantile(times, 0.99));
    rows.push([
      (((part + 1) * MINUTES) / PARTS).toFixed(2),
      memory.at(-1) ?? 0,
      (server.at(-1) ?? 0).toFixed(3),
      each(cpuOf(database.pid, { withChildren: true }) - before.database).toFixed(3),
      median(times).toFixed(2),
      tails.at(-1) ?? 0,
    ]);
  }
  print(
    table(
      ['after minutes', 'memory MB', 'server ms a call', 'database ms a call', 'median ms', 'p99 ms'],
      rows,
    ),
  );
  print('');
  report([
    line(`memory of the server in ${MINUTES} minutes of ${RATE} calls a second`, {
      values: memory,
      unit: 'MB',
      budget: { atMost: 300 },
    }),
    line('memory of the last third, bare: of the second', {
      values: memory.slice(-PARTS / 3),
      unit: 'MB',
      bare: memory.slice(PARTS / 3, (2 * PARTS) / 3),
    }),
    line('processor time of the server a call', { values: server, unit: 'ms' }),
    line('p99 of all calls', { values: tails, unit: 'ms' }),
  ]);
} finally {
  await product.stop();
}
