import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Settings, Settings } from '../config.ts';
import { openDiskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Where a file is while it arrives and is processed. Beside the files, so that moving it there is one step. */
export const workFolder = (settings: Pick<Settings, 'dataDir'>): string =>
  join(settings.dataDir, 'files', 'work');

/** A temporary folder for one piece of work. Other users of the machine cannot look inside. */
export const makeWorkFolder = async (parent: string, prefix: string): Promise<string> => {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtemp(join(parent, prefix));
};

export const objectFolder = (settings: Pick<Settings, 'dataDir'>): string =>
  join(settings.dataDir, 'files', 'objects');

export const openDisk = (settings: Pick<Settings, 'dataDir'>): Storage =>
  openDiskStorage(objectFolder(settings));

/** The store that the settings name: an object store, or the disk. */
export const openStorage = (settings: { dataDir: string; s3: S3Settings | undefined }): Storage =>
  settings.s3 ? openS3Storage(settings.s3) : openDisk(settings);
