import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of a few megabytes, which only root can make. */
export interface SmallDisk {
  /** Takes all that is left. */
  fill(): Promise<void>;
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
    fill: async () => {
      const file = await open(ballast, 'a');
      // In ever smaller pieces, to the last page.
      for (const piece of [Buffer.alloc(1_048_576), Buffer.alloc(4096)]) {
        try {
          for (;;) await file.write(piece);
        } catch (error) {
          if (!isFull(error)) throw error;
        }
      }
      await file.close();
    },
    makeRoom: () => rm(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  };
};
