import { parseArgs } from 'node:util';
import { print } from './figures.ts';
import { type Product, startProduct } from './product.ts';
import { costTable, measureKinds, scansIn } from './season/costs.ts';
import { climb, ladderTable, P95_LIMIT_MS } from './season/ladder.ts';
import { measureLogins, measurePhotos, measureTicks, playedTable } from './season/limits.ts';
import { createMix, findPeople } from './season/mix.ts';
import { peakOf, peakTable } from './season/peak.ts';
import { sizesTable } from './season/sizes.ts';
import { busyStatements, forgetStatements, slowStatements, untilTidied } from './season/statements.ts';
import { makeStore, type PostgresSettings, type Store } from './season/store.ts';

/**
 * An evening in the exam season at 1,000 schools with 500,000 students: what it needs, what one server, three servers and the
 * database carry, what grows, and which setting gives way first. docs/sizing.md says how to read it. With `--keep` the
 * data stays in a folder for the next time.
 */

const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '10' },
    servers: { type: 'string', default: '1,3' },
    only: { type: 'string', default: 'sizes,costs,servers,memory,pooler,ticks,logins,photos,connections' },
    keep: { type: 'string' },
  },
});
const students = Number(values.students);
const seconds = Number(values.seconds);
const counts = values.servers.split(',').map(Number);
const parts = new Set(values.only.split(','));
const peak = peakOf(students);

const startServers = (store: Store, count: number, suffix = ''): Promise<Product[]> =>
  Promise.all(Array.from({ length: count }, () => startProduct({ DATABASE_URL: store.url + suffix })));

const kept = await makeStore(students, values.keep);

/** With the database started anew, with these settings and so many servers. */
const using = async (
  { settings, count = 1, suffix }: { settings?: PostgresSettings; count?: number; suffix?: string },
  work: (on: { store: Store; products: Product[]; mix: ReturnType<typeof createMix> }) => Promise<void>,
) => {
  const store = await kept.start(settings);
  const products: Product[] = [];
  try {
    products.push(...(await startServers(store, count, suffix)));
    const mix = createMix(await findPeople(store.db, products[0]?.url ?? ''));
    await work({ store, products, mix });
  } finally {
    for (const product of products) await product.stop();
    await store.stop();
  }
};
const climbed = (name: string, options: Parameters<typeof using>[0]) =>
  using(options, async ({ mix, ...on }) => {
    await untilTidied(on.store.db);
    await forgetStatements(on.store.db);
    const steps = await climb(on, { mix, peak, seconds });
    print(`\n${ladderTable(name, steps)}`);
    print(`\n${await busyStatements(on.store.db)}`);
    const failed = steps.flatMap(({ played }) => [...played.failed]);
    if (failed.length > 0) print(`Failed: ${failed.map(([what, times]) => `${what} ${times}x`).join(', ')}`);
  });

try {
  print(`\nThe busiest minute of ${students.toLocaleString('en')} students, on paper:\n`);
  print(peakTable(students));
  await using({}, async ({ mix, ...on }) => {
    if (parts.has('sizes')) print(`\n${await sizesTable(on.store.db, students)}`);
    if (!parts.has('costs')) return;
    await untilTidied(on.store.db);
    print(`\nSlow when a server starts and tidies up:\n${await slowStatements(on.store.db)}`);
    await forgetStatements(on.store.db);
    const costs = await measureKinds(on, { mix, peak, seconds: seconds / 3 });
    print(`\n${costTable(costs, peak)}`);
    print(`\nSlow statements of these calls:\n${await slowStatements(on.store.db)}`);
    for (const scan of scansIn(costs)) print(`Read as a whole: ${scan}`);
    for (const [kind, { failed }] of costs)
      if (failed.size > 0) print(`Failed: ${kind}, ${[...failed.keys()].join(', ')}`);
  });
  if (parts.has('servers')) {
    print(`\nUntil one call in twenty takes more than ${P95_LIMIT_MS} ms, or one is refused:`);
    for (const count of counts) await climbed(`${count} server${count > 1 ? 's' : ''}`, { count });
  }
  if (parts.has('memory'))
    await climbed('shared_buffers 2 GB', { settings: { shared_buffers: '2GB' }, count: Math.max(...counts) });
  if (parts.has('pooler')) await climbed('as behind a pooler', { suffix: '?pgbouncer=true' });
  for (const [name, settings] of [
    ['as it comes', {}],
    ['wal_compression', { wal_compression: 'on' }],
  ] as const) {
    if (!parts.has('ticks')) break;
    await using({ settings, count: Math.max(...counts) }, async ({ mix, ...on }) => {
      print(`\nTicks, ${name}:\n${playedTable(await measureTicks(on, mix, seconds))}`);
    });
  }
  if (parts.has('logins'))
    await using({}, async (on) => {
      print(`\n${playedTable(await measureLogins(on, [10, 20, 40, 80], seconds))}`);
    });
  if (parts.has('photos'))
    await using({}, async (on) => {
      print(`\n${await measurePhotos(on)}`);
    });
  if (parts.has('connections'))
    await climbed('max_connections 20', { settings: { max_connections: 20 }, count: Math.max(...counts) });
} finally {
  await kept.remove();
}
