import type { Settings } from '../config.ts';
import { closeDataDir, openDataDir } from '../data-dir.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { findCluster } from '../db/embedded/cluster.ts';
import { findEmbedded, openEmbedded } from '../db/embedded/embedded.ts';

/**
 * A broken connection is reported to the caller waiting for its answer; while everything is being closed, nobody needs
 * to know.
 */
const ignore = () => {};

const STANDBY_WAIT = `The database waits for a standby. What the command has changed so far is made, and is confirmed when a standby is back; ending the command would not undo it, but leave out what is still to come. Waiting.
`;
const sayItWaits = (): void => {
  process.stderr.write(STANDBY_WAIT);
};

/**
 * Runs work on the database that the settings name, whether or not a server is running on it. If none is, the embedded
 * one is started for as long as it takes. `mayMake`: it may be created.
 */
export const withInstance = async <T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: Database) => Promise<T>,
  { mayMake = false, log = () => {} }: { mayMake?: boolean; log?: (text: string) => void } = {},
): Promise<T> => {
  const on = async (connection: Parameters<typeof openDatabase>[0]): Promise<T> => {
    const db = openDatabase(connection, ignore, 2, { isPatient: true, onStandbyWait: sayItWaits });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  if (databaseUrl) {
    if (mayMake) {
      await openDataDir(dataDir);
      await closeDataDir(dataDir);
    }
    return on({ connectionString: databaseUrl });
  }
  const running = await findEmbedded(dataDir);
  if (running) return on(running);
  if (!mayMake && !(await findCluster(dataDir))) {
    throw new Error(
      `There is no Tickmark data in ${dataDir}. Is DATA_DIR right? The first npm start creates it.`,
    );
  }
  const embedded = await openEmbedded({ dataDir, log, onLost: ignore });
  try {
    return await on(embedded.connection);
  } finally {
    await embedded.stop();
  }
};
