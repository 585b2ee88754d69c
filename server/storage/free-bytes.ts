import { statfs } from 'node:fs/promises';

/** Free space on the disk of a folder; undefined when it is not there. */
export const freeBytesOn = async (folder: string): Promise<number | undefined> => {
  const found = await statfs(folder).catch(() => undefined);
  return found && found.bavail * found.bsize;
};
