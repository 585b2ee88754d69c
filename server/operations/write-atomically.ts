import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

const refuseExisting = async (path: string): Promise<void> => {
  if (await exists(path)) throw new Error(`${path} exists already. Choose another name.`);
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a file beside its place and moves it there when it is complete; never overwrites anything. */
export const writeAtomically = async <T>(
  path: string,
  write: (temporary: string) => Promise<T>,
): Promise<T> => {
  await refuseExisting(path);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`);
  try {
    const result = await write(temporary);
    await refuseExisting(path);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
};
