import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import { deleteExpiredSessions } from './http/session.queries.ts';
import { deleteOldThrottles } from './http/throttle.queries.ts';

const EVERY_HOUR = 3_600_000;

/** Removes what has run out. Several servers may do it at once: it only deletes. */
export const startHousekeeping = (db: Database, log: Logger): { stop(): void } => {
  const tidy = async () => {
    try {
      await deleteExpiredSessions(db);
      await deleteOldThrottles(db);
    } catch (error) {
      log.warn({ err: error }, 'housekeeping failed; it will be tried again');
    }
  };
  void tidy();
  const timer = setInterval(() => void tidy(), EVERY_HOUR);
  return { stop: () => clearInterval(timer) };
};
