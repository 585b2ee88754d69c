import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openClient } from '../product.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { inPace, type Work } from './pace.ts';

/** Writers without Tickmark, one row a commit through HAProxy: what the cluster itself does, beside what Tickmark does. */

const WRITERS = 6;
const EVERY_MS = 100;
/** Who has heard nothing for so long tries another connection. */
const PATIENCE_MS = 1000;
const AGAIN_MS = 50;

export interface DirectWork extends Work {
  ledger: Ledger;
  /** Of the rows that were acknowledged, those that are not there. */
  lost(): Promise<number[]>;
}

export const startDirectWriters = async (url: string): Promise<DirectWork> => {
  const db = await openClient({ connectionString: url });
  await db.query('create table direct_writes (n integer primary key)');
  await db.end();
  const ledger = createLedger();
  let written = 0;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const work = inPace(WRITERS, EVERY_MS, () => {
    let client: pg.Client | undefined;
    return async () => {
      const n = written;
      written += 1;
      try {
        client ??= await connect();
        await client.query('insert into direct_writes values ($1)', [n]);
        ledger.acknowledged.push({ n, at: performance.now() });
      } catch {
        void client?.end().catch(() => undefined);
        client = undefined;
        await pause(AGAIN_MS);
      }
    };
  });
  return {
    ...work,
    ledger,
    lost: async () => {
      const own = await connect();
      const { rows } = await own.query<{ n: number }>('select n from direct_writes');
      await own.end();
      const there = new Set(rows.map(({ n }) => n));
      return ledger.acknowledged.map(({ n }) => n).filter((n) => !there.has(n));
    },
  };
};
