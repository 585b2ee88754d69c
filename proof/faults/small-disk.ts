import { execFileSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of a few megabytes, which only root can make. */
export interface SmallDisk {
  /** Takes all that is left now, or all but so much, and none of what somebody gives back meanwhile. */
  fill(butBytes?: number): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): void;
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** In an empty folder. Undefined where none can be made. */
export const makeSmallDisk = async (folder: string, megabytes: number): Promise<SmallDisk | undefined> => {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'none', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: async (butBytes = 0) => {
      const { bavail, bsize } = await statfs(folder);
      const file = await open(ballast, 'a');
      try {
        const piece = Buffer.alloc(1_048_576);
        for (let left = bavail * bsize - butBytes; left > 0; left -= piece.length) {
          await file.write(piece, 0, Math.min(left, piece.length));
        }
      } catch (error) {
        // Others took some of it.
        if (!isFull(error)) throw error;
      }
      await file.close();
    },
    makeRoom: () => rm(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
};
