import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { inProject } from '../root.ts';
import { eventually } from './evidence.ts';
import { makeDataFolder } from './folder.ts';
import { PATIENT, withDatabaseName } from './postgres.ts';

/**
 * A PostgreSQL of its own whose commits can be made to wait for a standby that is not there: no other test waits with it.
 * Where the tests run through a pooler it has one of its own, too.
 */
export interface LonelyDatabase {
  db: Database;
  /** Through the pooler, where there is one. */
  connection: pg.ClientConfig;
  /** How many commits can wait before the pooler has no connection left. */
  pooled: number | undefined;
  /** Another database of the same server, with nothing in it. */
  makeEmpty(database: string): Promise<pg.ClientConfig>;
  loseStandby(): Promise<void>;
  findStandby(): Promise<void>;
  /** Ends all connections and takes no more, as when it is down; through the pooler, that alone answers. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** How many sessions wait for it. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

interface Server {
  connection: pg.ClientConfig;
  direct: pg.ClientConfig;
  stop(): Promise<void>;
}

const POOL_SIZE = 4;

/** Whether there is a pooler before the database of these tests. */
export const isPooledRun = (): boolean => {
  const { connection, pooled } = inject('postgres');
  return connection !== pooled;
};

const startEmbedded = async (): Promise<Server> => {
  const dataDir = await makeDataFolder();
  const embedded = await openEmbedded({
    dataDir,
    log: () => {},
    onLost: () => {},
    settings: { fsync: 'off' },
  });
  return {
    connection: embedded.connection,
    direct: embedded.connection,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const startPooled = async (): Promise<Server> => {
  const child = spawn(
    process.execPath,
    [
      inProject('scripts', 'postgres-server.mjs'),
      JSON.stringify({ pooler: { default_pool_size: POOL_SIZE } }),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown];
  if (typeof line !== 'string') throw new Error('The PostgreSQL behind a pooler did not start.');
  const { url, pooled } = JSON.parse(line) as { url: string; pooled: string };
  return {
    connection: { connectionString: pooled },
    direct: { connectionString: url },
    // It runs until its input ends.
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

export const openLonelyDatabase = async (): Promise<LonelyDatabase> => {
  const isPooled = isPooledRun();
  const server = await (isPooled ? startPooled() : startEmbedded());
  const admin = new pg.Client(withDatabaseName(server.direct, 'postgres'));
  await admin.connect();
  const name = async (standbys: string): Promise<void> => {
    await admin.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await admin.query('select pg_reload_conf()');
  };
  /** The processes of PostgreSQL read a setting in their own time: it counts as soon as a commit waits. */
  const seeCommitWait = async (): Promise<void> => {
    const canary = new pg.Client(server.direct);
    canary.on('error', () => {});
    await canary.connect();
    const { rows } = await canary.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid;
    const commitUntilEnded = async (): Promise<never> => {
      for (;;) await canary.query(`select pg_logical_emit_message(true, 'canary', '')`);
    };
    const ended = commitUntilEnded().catch(() => {});
    await eventually(async () => {
      const waits = `select from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`;
      expect((await admin.query(waits, [pid])).rowCount).toBe(1);
    });
    await admin.query('select pg_terminate_backend($1)', [pid]);
    await ended;
  };
  const db = openDatabase(server.connection, () => {}, 10, PATIENT);
  await migrate(db);
  return {
    db,
    connection: server.connection,
    pooled: isPooled ? POOL_SIZE : undefined,
    makeEmpty: async (database) => {
      await admin.query(`create database ${database}`);
      return withDatabaseName(server.connection, database);
    },
    loseStandby: async () => {
      await name('gone');
      await seeCommitWait();
    },
    findStandby: () => name(''),
    shut: async () => {
      await admin.query('alter database tickmark with allow_connections false');
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tickmark' and backend_type = 'client backend'`,
      );
    },
    reopen: async () => {
      await admin.query('alter database tickmark with allow_connections true');
    },
    waiting: async () =>
      (await admin.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount ?? 0,
    close: async () => {
      await name('');
      await db.close();
      await admin.end();
      await server.stop();
    },
  };
};
