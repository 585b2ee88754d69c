import { stopAmongArrivals } from './faults/arrivals.ts';
import { databaseAway } from './faults/away.ts';
import { cutUploads } from './faults/cut.ts';
import { fullDisk } from './faults/full.ts';
import { startPostgres, startS3 } from './faults/helpers.ts';
import { killImport } from './faults/import.ts';
import { killUnderWriters, type Victim } from './faults/kills.ts';
import { newOutcome, type Outcome } from './faults/outcome.ts';
import { startOnFullDisk } from './faults/start-full.ts';
import { secondServer, stopUnderLoad } from './faults/stop.ts';
import { storeAway } from './faults/store.ts';
import { manyTabs } from './faults/tabs.ts';
import { print, table } from './figures.ts';

/**
 * What must hold whatever fails. Writes are noted outside of the product; after each fault every acknowledged one is
 * there, nothing is half-done, every file has its row and every row its file. Ends with an error when something did not
 * hold.
 *
 *   npm run bench -- faults
 *   npm run bench -- faults --cycles=10 --away=5 --only=kills,tabs
 */

const given = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', value = ''] = argument.replace(/^--/, '').split('=');
    return [name, value];
  }),
);
const cycles = Number(given.get('cycles') ?? 100);
const awayMs = Number(given.get('away') ?? 30) * 1000;
const writes = Number(given.get('writes') ?? 10_000);
const only = given.get('only')?.split(',');

/** So many cycles in turns: a database may die in two ways. */
const victims = (count: number): Victim[] => {
  const turns: Victim[] = ['server', 'database', 'both', 'server', 'a session of the database', 'both'];
  return Array.from({ length: count }, (_, n) => turns[n % turns.length] ?? 'server');
};

const missing = (fault: string, reason: string): Outcome => ({
  ...newOutcome(fault),
  done: `not done: ${reason}`,
});

const campaigns: Record<string, () => Promise<Outcome[]>> = {
  kills: () => killUnderWriters(victims(cycles)),
  away: async () => {
    const server = await startPostgres();
    if ('reason' in server) return [missing('database away', server.reason)];
    const connection = { connectionString: server.settings.url };
    const outcomes = [
      await databaseAway(connection, 'cut', { awayMs }),
      await databaseAway(connection, 'silent', { awayMs }),
    ];
    await server.stop();
    return outcomes;
  },
  full: async () => {
    const outcomes: Outcome[] = [];
    for (const whose of ['files', 'database', 'nearly', 'log'] as const) outcomes.push(await fullDisk(whose));
    for (const left of ['reserve', 'nothing'] as const) outcomes.push(await startOnFullDisk(left));
    return outcomes;
  },
  store: async () => {
    const s3 = await startS3();
    if ('reason' in s3) return [missing('object store away', s3.reason)];
    const outcome = await storeAway(s3.settings);
    await s3.stop();
    return [outcome];
  },
  cut: async () => [await cutUploads()],
  tabs: async () => [await manyTabs({ writes })],
  import: async () => [await killImport()],
  stop: async () => [
    await stopUnderLoad(),
    await stopAmongArrivals({ keepAlive: true }),
    await stopAmongArrivals({ keepAlive: false }),
  ],
  second: async () => [await secondServer()],
};

const outcomes: Outcome[] = [];
for (const [name, run] of Object.entries(campaigns)) {
  if (only && !only.includes(name)) continue;
  process.stderr.write(`${name} ...\n`);
  outcomes.push(...(await run()));
}

const verdict = ({ done, misses, late }: Outcome): string =>
  misses.length + late.length > 0 ? 'miss' : done.startsWith('not done') ? 'not done' : 'pass';
print(
  table(
    ['fault', 'done', 'figures', 'verdict'],
    outcomes.map((outcome) => [outcome.fault, outcome.done, outcome.figures.join('; '), verdict(outcome)]),
  ),
);
for (const { fault, misses, late } of outcomes) {
  for (const miss of [...misses, ...late]) print(`${fault}: ${miss}`);
}
if (outcomes.some(({ misses, late }) => misses.length + late.length > 0)) process.exitCode = 1;
