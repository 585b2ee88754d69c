import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queries } from '../db/database.ts';
import { listFilesAfter } from './move.queries.ts';
import { type Storage, sha256Of } from './storage.ts';

/** What became of the objects. */
export interface CopySummary {
  copied: number;
  alreadyThere: number;
  /** A sentence for each object that could not be copied. */
  faults: string[];
}

const hashAt = async (storage: Storage, name: string): Promise<Buffer | undefined> => {
  const bytes = await storage.get(name);
  return bytes && sha256Of(bytes);
};

/**
 * Copies every file that has a row, with its thumbnail, and reads each copy back to compare. What is there already and
 * right is passed over, so that an interrupted run is taken up by running it again. Nothing is removed. Pictures
 * in other sizes are not copied: they are made again when somebody asks.
 */
export const copyFiles = async (
  db: Queries,
  from: Storage,
  to: Storage,
  workFolder: string,
): Promise<CopySummary> => {
  const summary: CopySummary = { copied: 0, alreadyThere: 0, faults: [] };
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'move'));

  /** `wanted` is what the row says; a thumbnail is measured by its source. */
  const copy = async (name: string, wanted: Buffer | undefined): Promise<void> => {
    const there = await hashAt(to, name);
    const expected = wanted ?? (await hashAt(from, name));
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
      summary.faults.push(`${name}: it is not what was uploaded.`);
    }
    return undefined;
  };

  try {
    for (let last = 0; ; ) {
      const files = await listFilesAfter(db, last);
      if (files.length === 0) return summary;
      for (const file of files) {
        await copy(file.public_id, file.sha256);
        if (file.has_thumbnail) await copy(`${file.public_id}.thumbnail`, undefined);
        last = file.id;
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
