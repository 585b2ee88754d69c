import { PRIVATE_UMASK } from '../data-dir.ts';
import { UnavailableError } from '../errors.ts';
import { explain } from '../explain.ts';
import { ArchiveError } from './archive.ts';

/** What the shell commands have in common. */

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Prints what is wrong, and sets the exit code. */
export const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

const explainCommand = (error: unknown, file: string | undefined): string => {
  if (error instanceof ArchiveError) return `${file}: ${error.message}`;
  if (error instanceof UnavailableError && error.cause instanceof Error) {
    return `The database or the file store is unavailable: ${error.cause.message}`;
  }
  return explain(error, file);
};

/** Runs the command and, if it fails, prints why. */
export const runCommand = async (work: () => Promise<void>, file?: string): Promise<void> => {
  process.umask(PRIVATE_UMASK);
  try {
    await work();
  } catch (error) {
    complain(explainCommand(error, file));
  }
};

export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
