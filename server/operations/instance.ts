import type { Settings } from '../config.ts';
import { closeDataDir, openDataDir } from '../data-dir.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { findCluster } from '../db/embedded/cluster.ts';
import { findEmbedded, openEmbedded } from '../db/embedded/embedded.ts';

/** A connection that breaks is heard of by whoever waits for its answer, and while all is being closed by nobody. */
const ignore = () => {};

/**
 * Does something by hand on the database that the settings name, whether or not a server runs on it. The embedded one
 * is started for as long as it takes when no server has. `mayMake`: there may be none yet.
 */
export const withInstance = async <T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: Database) => Promise<T>,
  { mayMake = false, log = () => {} }: { mayMake?: boolean; log?: (text: string) => void } = {},
): Promise<T> => {
  const on = async (connection: Parameters<typeof openDatabase>[0]): Promise<T> => {
    const db = openDatabase(connection, ignore, 2, { isPatient: true });
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
      `There is no data of Tickmark in ${dataDir}. Is DATA_DIR right? The first npm start makes it.`,
    );
  }
  const embedded = await openEmbedded({ dataDir, log, onLost: ignore });
  try {
    return await on(embedded.connection);
  } finally {
    await embedded.stop();
  }
};
