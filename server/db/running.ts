import { readSettings } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { findEmbedded } from './embedded.ts';

const fail = (error: Error) => {
  throw error;
};

/** Runs a command beside the running instance, on its database. */
export const besideRunning = async (command: (db: Database) => Promise<void>): Promise<void> => {
  const { databaseUrl, dataDir } = readSettings();
  const connection = databaseUrl ? { connectionString: databaseUrl } : await findEmbedded(dataDir);
  if (!connection) {
    process.stderr.write(
      `No Tickmark is running on ${dataDir}. Start it first with npm start, then run this beside it.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const db = openDatabase(connection, fail);
  try {
    await command(db);
  } finally {
    await db.close();
  }
};
