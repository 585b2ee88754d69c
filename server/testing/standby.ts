import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../db/database.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { makeDataFolder } from './folder.ts';
import { PATIENT } from './postgres.ts';

/** A PostgreSQL of its own whose commits can be made to wait for a standby that is not there: no other test waits with it. */
export interface LonelyDatabase {
  db: Database;
  loseStandby(): Promise<void>;
  findStandby(): Promise<void>;
  /** How many sessions wait for it. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

export const openLonelyDatabase = async (): Promise<LonelyDatabase> => {
  const dataDir = await makeDataFolder();
  const embedded = await openEmbedded({
    dataDir,
    log: () => {},
    onLost: () => {},
    settings: { fsync: 'off' },
  });
  const admin = new pg.Client(embedded.connection);
  await admin.connect();
  const name = async (standbys: string): Promise<void> => {
    await admin.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await admin.query('select pg_reload_conf()');
  };
  const db = openDatabase(embedded.connection, () => {}, 10, PATIENT);
  await migrate(db);
  return {
    db,
    loseStandby: () => name('gone'),
    findStandby: () => name(''),
    waiting: async () =>
      (await admin.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount ?? 0,
    close: async () => {
      await name('');
      await db.close();
      await admin.end();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
