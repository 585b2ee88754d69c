import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from './config.ts';
import type { Database } from './db/database.ts';
import type { AdminPassword } from './features/accounts/admin-password.ts';
import type { Passwords } from './features/accounts/passwords.ts';
import type { Throttle } from './http/throttle.ts';
import type { Storage } from './storage/storage.ts';

/** What features are given to work with. */
export interface Context {
  db: Database;
  settings: Settings;
  log: FastifyBaseLogger;
  /** Where uploaded files are stored. */
  storage: Storage;
  throttle: Throttle;
  passwords: Passwords;
  adminPassword: AdminPassword;
  /** Whether the server has been told to stop: long work should not go on. */
  isStopping: () => boolean;
}
