import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whether this runs from `server/` (tests) or from `dist/server/` (the product). */
const findRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The project folder was not found.');
    folder = parent;
  }
  return folder;
};

const root = findRoot();

export const inProject = (...parts: string[]): string => join(root, ...parts);
