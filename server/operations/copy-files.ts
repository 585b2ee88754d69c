import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queries } from '../db/database.ts';
import { makeWorkFolder } from '../storage/open.ts';
import { type Storage, sha256Of } from '../storage/storage.ts';
import { forgetFileCopied, listDeadCopies, listFilesAfter, noteFilesCopied } from './copy-files.queries.ts';

/** What became of the objects. */
export interface CopySummary {
  copied: number;
  alreadyThere: number;
  /** Files that were copied before and have been deleted since. */
  removed: number;
  /** A sentence for each object that could not be copied. */
  faults: string[];
}

const hashAt = async (storage: Storage, name: string): Promise<Buffer | undefined> => {
  const bytes = await storage.get(name);
  return bytes && sha256Of(bytes);
};

const thumbnailOf = (publicId: string): string => `${publicId}.thumbnail`;

/**
 * Copies every file that has a row, with its thumbnail, and reads each copy back to compare. Copies that exist and are
 * right are skipped, so an interrupted run can simply be repeated. Images in other sizes are not copied: they are made
 * again on request. Removes only copies that it made itself of files that have been deleted since, because the server
 * does not do that while it uses the other store. It goes by its notes and not by looking for objects without a row: in
 * a store shared with another installation, that would delete everybody's work.
 */
export const copyFiles = async (
  db: Queries,
  from: Storage,
  to: Storage,
  workFolder: string,
): Promise<CopySummary> => {
  const summary: CopySummary = { copied: 0, alreadyThere: 0, removed: 0, faults: [] };
  const folder = await makeWorkFolder(workFolder, 'move');

  /** `wanted` is what the row says; a thumbnail is compared with its source, if it was not made in the new store. */
  const copy = async (name: string, wanted: Buffer | undefined): Promise<void> => {
    const there = await hashAt(to, name);
    const expected = wanted ?? (await hashAt(from, name)) ?? there;
    if (!expected) return void summary.faults.push(`${name}: it is missing.`);
    if (there?.equals(expected)) return void (summary.alreadyThere += 1);
    const source = await from.get(name);
    if (!source) return void summary.faults.push(`${name}: it is missing.`);
    const path = join(folder, name);
    await pipeline(source, createWriteStream(path));
    await to.put(name, path);
    await rm(path, { force: true });
    if ((await hashAt(to, name))?.equals(expected)) summary.copied += 1;
    else {
      await to.remove(name);
      summary.faults.push(`${name}: it differs from what was uploaded.`);
    }
    return undefined;
  };

  const copyAll = async (): Promise<void> => {
    for (let last = 0; ; ) {
      const files = await listFilesAfter(db, last);
      if (files.length === 0) return;
      await noteFilesCopied(
        db,
        files.map((file) => file.public_id),
      );
      for (const file of files) {
        await copy(file.public_id, file.sha256);
        if (file.has_thumbnail) await copy(thumbnailOf(file.public_id), undefined);
        last = file.id;
      }
    }
  };

  const removeDead = async (): Promise<void> => {
    for (;;) {
      const publicIds = await listDeadCopies(db);
      if (publicIds.length === 0) return;
      for (const publicId of publicIds) {
        await to.remove(publicId);
        await to.remove(thumbnailOf(publicId));
        await forgetFileCopied(db, publicId);
        // A file deleted while it was copied may have been missed.
        summary.faults = summary.faults.filter((fault) => !fault.startsWith(publicId));
        summary.removed += 1;
      }
    }
  };

  try {
    await copyAll();
    await removeDead();
    return summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
