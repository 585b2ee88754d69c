import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { openEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { makeDataFolder } from './folder.ts';

/**
 * One real PostgreSQL for the whole run: the server that DATABASE_URL names, else an embedded one. A migrated
 * template is made once; every test file clones it (server/testing/database.ts).
 */

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Connection settings of the server, as JSON; the same through a pooler, where there is one before it; and the
     * template's name.
     */
    postgres: { connection: string; pooled: string; template: string };
  }
}

const throwIt = (error: Error) => {
  throw error;
};

interface Server {
  connection: pg.ClientConfig;
  pooled?: pg.ClientConfig;
  close: () => Promise<void>;
}

const openServer = async (): Promise<Server> => {
  // The one other place that reads the environment: there is no server whose settings could hold it.
  const { DATABASE_URL: url, POOLED_DATABASE_URL: pooledUrl } = process.env;
  if (url) {
    const pooled = { connectionString: pooledUrl ?? url };
    return { connection: { connectionString: url }, pooled, close: async () => {} };
  }
  const folder = await makeDataFolder();
  const embedded = await openEmbedded({
    dataDir: folder,
    log: () => {},
    onLost: throwIt,
    settings: { fsync: 'off', synchronous_commit: 'off', max_connections: '200' },
  });
  return {
    connection: embedded.connection,
    close: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const withDatabaseName = (connection: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
};

export const asAdmin = async (connection: pg.ClientConfig, text: string): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

/** A machine with other work to do is slow to answer, and not away. */
export const PATIENT = { answerWithinMs: 30_000 };

export default async (project: TestProject) => {
  const { connection, pooled = connection, close } = await openServer();
  // Two projects may share one server.
  const template = `tickmark_template_${process.pid}_${project.name.replace('-', '_')}`;
  await asAdmin(connection, `create database ${template}`);
  const db = openDatabase(withDatabaseName(connection, template), throwIt, 10, PATIENT);
  await migrate(db);
  await db.close();
  project.provide('postgres', {
    connection: JSON.stringify(connection),
    pooled: JSON.stringify(pooled),
    template,
  });
  return async () => {
    await asAdmin(connection, `drop database ${template}`);
    await close();
  };
};
