import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** What PostgreSQL counts of its own work. */

interface Counted {
  commits: number;
  read: number;
  hit: number;
  logBytes: number;
  pageImages: number;
  checkpoints: number;
  deadlocks: number;
  /** By table: rows that were read by scans of all of it, rows changed, and how many of those in place. */
  tables: Map<string, { scanned: number; changed: number; inPlace: number }>;
}

export interface DatabaseWork {
  commitsPerSecond: number;
  /** Of the pages that were asked for, those that were in PostgreSQL's own memory. */
  hitRatio: number;
  logBytes: number;
  /** Whole pages in the log, as the first change after a checkpoint writes them. */
  pageImages: number;
  checkpoints: number;
  deadlocks: number;
  tables: Counted['tables'];
}

/** A session writes down what it did now and then. */
const WRITTEN_DOWN_AFTER_MS = 1300;

export const readWork = async (db: Client): Promise<Counted> => {
  await delay(WRITTEN_DOWN_AFTER_MS);
  const { rows } = await db.query<
    Record<'commits' | 'read' | 'hit' | 'log' | 'images' | 'checks' | 'locks', number>
  >(
    `select xact_commit::float8 as commits, blks_read::float8 as read, blks_hit::float8 as hit,
       wal_bytes::float8 as log, wal_fpi::float8 as images,
       (checkpoints_timed + checkpoints_req)::float8 as checks, deadlocks::float8 as locks
     from pg_stat_database, pg_stat_wal, pg_stat_bgwriter where datname = current_database()`,
  );
  const { rows: tables } = await db.query<{
    name: string;
    scanned: number;
    changed: number;
    in_place: number;
  }>(
    `select relname as name, seq_tup_read::float8 as scanned, n_tup_upd::float8 as changed, n_tup_hot_upd::float8 as in_place
     from pg_stat_user_tables`,
  );
  const of = rows[0];
  return {
    commits: of?.commits ?? 0,
    read: of?.read ?? 0,
    hit: of?.hit ?? 0,
    logBytes: of?.log ?? 0,
    pageImages: of?.images ?? 0,
    checkpoints: of?.checks ?? 0,
    deadlocks: of?.locks ?? 0,
    tables: new Map(
      tables.map(({ name, scanned, changed, in_place: inPlace }) => [name, { scanned, changed, inPlace }]),
    ),
  };
};

export const workBetween = (before: Counted, after: Counted, seconds: number): DatabaseWork => {
  const hit = after.hit - before.hit;
  const tables: Counted['tables'] = new Map();
  for (const [name, now] of after.tables) {
    const then = before.tables.get(name) ?? { scanned: 0, changed: 0, inPlace: 0 };
    const scanned = now.scanned - then.scanned;
    const changed = now.changed - then.changed;
    if (scanned > 0 || changed > 0)
      tables.set(name, { scanned, changed, inPlace: now.inPlace - then.inPlace });
  }
  return {
    commitsPerSecond: (after.commits - before.commits) / seconds,
    hitRatio: hit / Math.max(1, hit + after.read - before.read),
    logBytes: after.logBytes - before.logBytes,
    pageImages: after.pageImages - before.pageImages,
    checkpoints: after.checkpoints - before.checkpoints,
    deadlocks: after.deadlocks - before.deadlocks,
    tables,
  };
};
