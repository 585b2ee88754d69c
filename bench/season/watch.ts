import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Product } from '../product.ts';

/** What waits while calls are played: in the servers, by their metrics, and in the database. */

export interface Seen {
  /** The most callers of one server that waited for a connection of its pool. */
  poolWaiting: number;
  /** The most calls under way in one server. */
  underWay: number;
  turnedAway: number;
  /** Connections that the database had at the most. */
  connections: number;
  /** What sessions waited for, by how often they were seen to. */
  waits: Map<string, number>;
  samples: number;
}

const EVERY_MS = 250;
const METRICS_EVERY = 4;

const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)`, 'm').exec(text)?.[1] ?? 0);

export const watch = (products: readonly Product[], db: Client): { end(): Promise<Seen> } => {
  const seen: Seen = {
    poolWaiting: 0,
    underWay: 0,
    turnedAway: 0,
    connections: 0,
    waits: new Map(),
    samples: 0,
  };
  const over = new AbortController();
  const turnedAwayBefore = new Map<Product, number>();

  const readMetrics = async (product: Product) => {
    const answer = await fetch(`${product.url}/metrics`).catch(() => undefined);
    const text = (await answer?.text().catch(() => '')) ?? '';
    if (text === '') return;
    seen.poolWaiting = Math.max(seen.poolWaiting, figure(text, 'database_pool_connections{state="waiting"}'));
    seen.underWay = Math.max(seen.underWay, figure(text, 'http_requests_under_way'));
    const turnedAway = figure(text, 'http_requests_turned_away_total');
    const before = turnedAwayBefore.get(product);
    if (before !== undefined) seen.turnedAway += turnedAway - before;
    turnedAwayBefore.set(product, turnedAway);
  };
  const readWaits = async () => {
    const { rows } = await db.query<{ what: string | null; count: number }>(
      `select case when state = 'active' and wait_event_type not in ('Client', 'Activity')
         then wait_event_type || ' ' || wait_event end as what, count(*)::int as count
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() group by what`,
    );
    seen.connections = Math.max(
      seen.connections,
      rows.reduce((sum, { count }) => sum + count, 0),
    );
    for (const { what, count } of rows)
      if (what !== null) seen.waits.set(what, (seen.waits.get(what) ?? 0) + count);
    seen.samples += 1;
  };
  const watching = (async () => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      if (turn % METRICS_EVERY === 0) await Promise.all(products.map(readMetrics));
      await readWaits();
      await delay(EVERY_MS);
    }
    await Promise.all(products.map(readMetrics));
  })();
  return {
    end: async () => {
      over.abort();
      await watching;
      return seen;
    },
  };
};
