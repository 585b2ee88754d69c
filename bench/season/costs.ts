import { table } from '../figures.ts';
import type { Product } from '../product.ts';
import type { Mix } from './mix.ts';
import { callsOf, type Visit, type Who } from './peak.ts';
import { type Played, play } from './play.ts';
import type { Store } from './store.ts';

/** What each kind of call costs by itself, and so the whole evening. */

const LINES = 8;

export const measureKinds = async (
  on: { products: readonly Product[]; store: Store },
  { mix, peak, seconds }: { mix: Mix; peak: readonly Visit[]; seconds: number },
): Promise<Map<string, Played>> => {
  const whoAsks = new Map<string, Who>();
  for (const { who, calls } of peak)
    for (const [kind] of calls) if (!whoAsks.has(kind)) whoAsks.set(kind, who);
  const costs = new Map<string, Played>();
  for (const [kind, who] of whoAsks) {
    const next = mix.only(kind, who);
    await play(on, { lines: LINES }, 0.5, next); // warm
    costs.set(kind, await play(on, { lines: LINES }, seconds, next));
  }
  return costs;
};

export const costTable = (costs: ReadonlyMap<string, Played>, peak: readonly Visit[]): string => {
  const rates = callsOf(peak);
  const whole = { server: 0, database: 0 };
  const rows = [...costs].map(([kind, { p50, p99, server, database, work, calls }]) => {
    const rate = rates.get(kind) ?? 0;
    whole.server += (rate * server) / 1000;
    whole.database += (rate * database) / 1000;
    return [
      kind,
      rate.toFixed(2),
      p50,
      p99,
      server.toFixed(2),
      database.toFixed(2),
      ((rate * server) / 1000).toFixed(3),
      ((rate * database) / 1000).toFixed(3),
      (work.logBytes / calls / 1024).toFixed(1),
    ];
  });
  return table(
    [
      'call',
      'a second',
      'p50',
      'p99',
      'server ms',
      'database ms',
      'cores of servers',
      'of the database',
      'log KB',
    ],
    [...rows, ['all', '', '', '', '', '', whole.server.toFixed(2), whole.database.toFixed(2), '']],
  );
};

/** Tables of which whole scans read so many rows for each call: somewhere an index is missing. */
const MANY_ROWS = 200;
export const scansIn = (costs: ReadonlyMap<string, Played>): string[] =>
  [...costs].flatMap(([kind, { work, calls }]) =>
    [...work.tables]
      .filter(([, { scanned }]) => scanned / calls > MANY_ROWS)
      .map(([name, { scanned }]) => `${kind}: ${Math.round(scanned / calls)} rows of ${name} a call`),
  );
