import { PRIVATE_UMASK } from '../data-dir.ts';
import { HttpError } from '../http/errors.ts';
import { ArchiveError } from './archive.ts';

/** What the programs for the shell have in common. */

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Says what is wrong; the exit code will say that something is. */
export const complain = (text: string): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
};

const SENTENCES: Record<string, string> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'Access is denied',
  EISDIR: 'This is a folder',
  ENOSPC: 'There is no room on the disk',
  EDQUOT: 'There is no room on the disk',
  EROFS: 'The disk cannot be written to',
};

/** A sentence where we have one; the whole trace for what nobody foresaw. */
const explain = (error: unknown, file: string | undefined): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ArchiveError) return `${file}: ${error.message}`;
  if (error instanceof HttpError && error.cause instanceof Error && error.status === 503) {
    return `The database or the store of files is away: ${error.cause.message}`;
  }
  if (!('code' in error)) return error.message;
  const sentence = SENTENCES[String(error.code)];
  const path = 'path' in error ? String(error.path) : file;
  return sentence ? `${sentence}${path === undefined ? '' : `: ${path}`}` : String(error.stack);
};

/** Runs to the end and, should that fail, says why. */
export const runCommand = async (work: () => Promise<void>, file?: string): Promise<void> => {
  process.umask(PRIVATE_UMASK);
  try {
    await work();
  } catch (error) {
    complain(explain(error, file));
  }
};

export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
