import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { stopClock } from './clock.queries.ts';
import { asAdmin, PATIENT, withDatabaseName } from './postgres.ts';

export interface TestDatabase {
  db: Database;
  connection: pg.ClientConfig;
  /** Bypassing the pooler, where there is one. */
  direct: pg.ClientConfig;
  drop(): Promise<void>;
}

/** The URL of the database, also when it is reached through a socket in a folder. */
export const addressOf = ({
  connectionString,
  host,
  port,
  user,
  password,
  database,
}: pg.ClientConfig): string =>
  connectionString ??
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${new URLSearchParams({
    host: String(host),
    port: String(port),
  })}`;

/**
 * A database for this test file: a clone of the migrated template or, on request, an empty one; also one whose clock is
 * stopped, for what happens within seconds (`passTime` moves it), and one opened without timeouts, as the commands of
 * an operator open theirs.
 */
export const createTestDatabase = (wanted: Wanted = {}): Promise<TestDatabase> =>
  createDatabaseOn(inject('postgres'), wanted);

interface Wanted {
  empty?: boolean;
  stoppedClock?: boolean;
  isPatient?: boolean;
}

/** The same for programs that run beside the test files and cannot learn from them where PostgreSQL is. */
export const createDatabaseOn = async (
  { connection: text, pooled, template }: ProvidedContext['postgres'],
  { empty = false, stoppedClock = false, isPatient = false }: Wanted = {},
): Promise<TestDatabase> => {
  const server = JSON.parse(text) as pg.ClientConfig;
  const name = `tickmark_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name} template ${empty ? 'template0' : template}`);
  if (stoppedClock) await stopClock(withDatabaseName(server, name), name);
  const connection = withDatabaseName(JSON.parse(pooled) as pg.ClientConfig, name);
  let isDropped = false;
  const onError = (error: Error) => {
    // Dropping ends what is left of its connections.
    if (!isDropped) throw error;
  };
  const db = openDatabase(connection, onError, 10, { ...PATIENT, isPatient });
  return {
    db,
    connection,
    direct: withDatabaseName(server, name),
    drop: async () => {
      isDropped = true;
      await db.close();
      await asAdmin(server, `drop database ${name} with (force)`);
    },
  };
};
