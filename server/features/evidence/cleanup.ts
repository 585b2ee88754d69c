import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { minutesOf, RETENTION } from '../../../domain/retention.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { forgetRemoval, listRemovals } from './evidence.queries.ts';
import { objectNames } from './object-names.ts';

const WORK_MAX_AGE_MS = minutesOf(RETENTION.broken_upload) * 60_000;

/** Removes from the store what no longer has a row or never got one. Several servers may run it at once. */
export const removeQueuedFiles = async (db: Queries, storage: Storage): Promise<void> => {
  for (;;) {
    const publicIds = await listRemovals(db);
    if (publicIds.length === 0) return;
    for (const publicId of publicIds) {
      await Promise.all(objectNames(publicId).map((name) => storage.remove(name)));
      await forgetRemoval(db, publicId);
    }
  }
};

/** Runs in the background; housekeeping repeats what fails. */
export const removeFilesSoon = ({ db, storage, log }: Pick<Context, 'db' | 'storage' | 'log'>): void => {
  removeQueuedFiles(db, storage).catch((error: unknown) => log.warn({ err: error }, 'files not removed yet'));
};

/** Removes what uploads left behind when the process died. */
export const cleanWorkFolder = async (folder: string, olderThanMs = WORK_MAX_AGE_MS): Promise<void> => {
  const entries = await readdir(folder).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs >= olderThanMs) await rm(path, { recursive: true, force: true });
  }
};
