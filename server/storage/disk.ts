import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onDisk } from './disk-errors.ts';
import type { Storage } from './storage.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const sync = async (path: string, mode?: number): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Creates the folder and its parents, closed to other users, and syncs the folders that name them. */
const makeFolder = async (folder: string): Promise<void> => {
  let made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let path = folder; made !== undefined; path = dirname(path)) {
    await sync(dirname(path));
    if (path === made) made = undefined;
  }
};

/** Files in folders by the first letters of their names: a folder with a million entries is slow to list. */
export const openDiskStorage = (root: string): Storage => {
  const folderOf = (name: string) => join(root, name.slice(0, 2));
  const pathOf = (name: string) => join(folderOf(name), name);

  return {
    kind: 'disk',

    put: (name, path) =>
      onDisk(async () => {
        // Private, whatever mode it was written with. First the content, then the name, then the folder that holds the
        // name: at no point is there half a file.
        await sync(path, 0o600);
        await makeFolder(folderOf(name));
        await rename(path, pathOf(name));
        await sync(folderOf(name));
      }),

    get: async (name, range) => {
      try {
        const handle = await open(pathOf(name), 'r');
        return handle.createReadStream(range && { start: range.first, end: range.last });
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    remove: (name) => onDisk(() => rm(pathOf(name), { force: true })),

    list: async function* list() {
      const folders = await readdir(root).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const folder of folders) {
        for (const name of await readdir(join(root, folder))) {
          const found = await stat(join(root, folder, name)).catch(() => undefined);
          if (found) yield { name, modifiedAt: found.mtime };
        }
      }
    },
  };
};
