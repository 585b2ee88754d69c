import { closed, type Shot, steady } from '../connections.ts';
import { quantile } from '../figures.ts';
import { cpuOf } from '../processes.ts';
import type { Product } from '../product.ts';
import { type DatabaseWork, readWork, workBetween } from './database-work.ts';
import type { Call } from './mix.ts';
import type { Store } from './store.ts';
import { type Seen, watch } from './watch.ts';

/** Calls against some servers, and what they cost: processor time of servers and database, log, waiting. */

export interface Played {
  calls: number;
  /** Answered with success, a second. */
  rate: number;
  /** Answered with 503, or not at all. */
  refused: number;
  /** Anything else, of which there should be none. */
  failed: Map<string, number>;
  p50: number;
  p95: number;
  p99: number;
  byKind: Map<string, number[]>;
  /** Processor time of a call in milliseconds. */
  server: number;
  database: number;
  work: DatabaseWork;
  seen: Seen;
}

const LINES_READY = 48;

/** Calls a second, whether or not the earlier ones are answered; or so many at a time. */
export type Pace = { rate: number } | { lines: number };

const shoot = async (product: Product, pace: Pace, seconds: number, next: () => Call) => {
  const kinds: string[] = [];
  const bytes = (n: number): Buffer => {
    const call = next();
    kinds[n] = call.kind;
    return call.bytes;
  };
  const shots =
    'rate' in pace
      ? (await steady(product.port, { rate: pace.rate, seconds, ready: LINES_READY }, bytes)).shots
      : await closed(product.port, { lines: pace.lines, seconds }, bytes);
  return shots.map((shot) => ({ ...shot, kind: kinds[shot.n] ?? '' }));
};

const divided = (pace: Pace, by: number): Pace =>
  'rate' in pace ? { rate: pace.rate / by } : { lines: pace.lines / by };

const isDone = ({ status }: Shot): boolean => status >= 200 && status < 300;
const isRefused = ({ status }: Shot): boolean => status === 503 || status === 0;

export const play = async (
  { products, store }: { products: readonly Product[]; store: Store },
  pace: Pace,
  seconds: number,
  next: () => Call,
): Promise<Played> => {
  const cpuOfServers = () => products.reduce((sum, { pid }) => sum + cpuOf(pid, { withChildren: true }), 0);
  const before = { servers: cpuOfServers(), database: store.cpu(), work: await readWork(store.db) };
  const watching = watch(products, store.db);
  const began = performance.now();
  const shots = (
    await Promise.all(products.map((one) => shoot(one, divided(pace, products.length), seconds, next)))
  ).flat();
  const lasted = (performance.now() - began) / 1000;
  const after = { servers: cpuOfServers(), database: store.cpu() };
  const seen = await watching.end();
  const done = shots.filter(isDone);
  const byKind = new Map<string, number[]>();
  for (const { kind, ms } of done) byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
  const failed = new Map<string, number>();
  for (const shot of shots.filter((one) => !isDone(one) && !isRefused(one))) {
    const what = `${shot.kind}: ${shot.status}`;
    failed.set(what, (failed.get(what) ?? 0) + 1);
  }
  const times = done.map(({ ms }) => ms);
  return {
    calls: shots.length,
    rate: done.length / lasted,
    refused: shots.filter(isRefused).length,
    failed,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    byKind,
    server: ((after.servers - before.servers) / shots.length) * 1000,
    database: ((after.database - before.database) / shots.length) * 1000,
    work: workBetween(before.work, await readWork(store.db), lasted),
    seen,
  };
};
