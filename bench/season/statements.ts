import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { table } from '../figures.ts';

/** The statements that take longest, and those that take most of the database's time, as pg_stat_statements has them. */

const MANY = 15;
const SLOW_MS = 20;
const SHOWN = 110;
const HOUSEKEEPING_MS = 120_000;

interface Counted {
  query: string;
  calls: number;
  mean: number;
  total: number;
  pages: number;
  log: number;
}

export const forgetStatements = (db: Client) => db.query('select pg_stat_statements_reset()');

/** A server tidies up when it starts, and then every hour. */
export const untilTidied = async (db: Client): Promise<void> => {
  const deadline = performance.now() + HOUSEKEEPING_MS;
  for (let quiet = 0; quiet < 4 && performance.now() < deadline; quiet += 1) {
    await delay(500);
    const { rows } = await db.query(
      `select from pg_stat_activity where application_name = 'tickmark' and state <> 'idle'`,
    );
    if (rows.length > 0) quiet = 0;
  }
};

const listed = (db: Client, condition: string) =>
  db.query<Counted>(
    `select query, calls::float8 as calls, mean_exec_time as mean, total_exec_time as total,
       (shared_blks_hit + shared_blks_read)::float8 / calls as pages, wal_bytes::float8 / calls as log
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       and query not like '%pg_stat%' and ${condition} limit ${MANY}`,
  );

const shown = (rows: readonly Counted[]): string => {
  const all = rows.reduce((sum, { total }) => sum + total, 0);
  return table(
    ['calls', 'ms each', 'share', 'pages', 'log KB', 'statement'],
    rows.map(({ query, calls, mean, total, pages, log }) => [
      calls.toFixed(0),
      mean.toFixed(2),
      `${((total / all) * 100).toFixed(0)}%`,
      pages.toFixed(0),
      (log / 1024).toFixed(1),
      query.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, SHOWN),
    ]),
  );
};

export const slowStatements = async (db: Client): Promise<string> =>
  shown((await listed(db, `mean_exec_time > ${SLOW_MS} order by mean_exec_time desc`)).rows);
export const busyStatements = async (db: Client): Promise<string> =>
  shown((await listed(db, 'true order by total_exec_time desc')).rows);
