import type { Logger } from 'pino';
import { minutesOf, RETENTION } from '../domain/retention.ts';
import type { MailSettings } from './config.ts';
import type { Database } from './db/database.ts';
import { cleanWorkFolder, removeQueuedFiles } from './features/evidence/cleanup.ts';
import { queueWeeklyMails } from './features/weekly-mail/queue-weekly-mails.ts';
import { deleteExpiredSessions } from './http/session.queries.ts';
import { removeExpired } from './retention.ts';
import type { Storage } from './storage/storage.ts';

const EVERY_MINUTE = 60_000;
const EVERY_HOUR = 3_600_000;

/** Removes what has expired, and writes the weekly mails. Several servers may run it at once. */
export const startHousekeeping = (
  db: Database,
  log: Logger,
  files: { storage: Storage; workFolder: string },
  mail?: MailSettings,
): { stop(): void } => {
  let isStopped = false;
  const every = (ms: number, work: () => Promise<unknown>) => {
    let isRunning = false;
    const tidy = async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await work();
      } catch (error) {
        // When we stop in the middle, the database is closed.
        if (!isStopped) log.warn({ err: error }, 'housekeeping failed; it will be tried again');
      } finally {
        isRunning = false;
      }
    };
    void tidy();
    return setInterval(() => void tidy(), ms);
  };
  const timers = [
    every(EVERY_HOUR, async () => {
      await removeExpired(db);
      await cleanWorkFolder(files.workFolder);
    }),
    // Files go soon after their owner's account.
    every(minutesOf(RETENTION.deleted_file) * EVERY_MINUTE, () => removeQueuedFiles(db, files.storage)),
    // The audit shows soon that a visit has expired.
    every(EVERY_MINUTE, () => deleteExpiredSessions(db)),
    every(EVERY_MINUTE, async () => {
      if (mail) await queueWeeklyMails(db, mail, { log, isStopped: () => isStopped });
    }),
  ];
  return {
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
};
