import { DatabaseError } from 'pg';

/** System error codes in words for the person at the shell. */
const SENTENCES: Record<string, string> = {
  EACCES: 'Access is denied',
  EDQUOT: 'There is no space on the disk',
  EEXIST: 'This exists already',
  EIO: 'The disk reports an error',
  EISDIR: 'This is a folder',
  EMFILE: 'Too many files are open',
  ENOENT: 'There is no such file or folder',
  ENOSPC: 'There is no space on the disk',
  ENOTDIR: 'This is not a folder',
  EPERM: 'This is not permitted',
  EROFS: 'The disk is read-only',
};

const LISTENING: Record<string, string> = {
  EACCES: 'The user who runs Tickmark may not use this port. Set PORT to one above 1023.',
  EADDRINUSE: 'The port is in use. Set PORT to another one.',
  EADDRNOTAVAIL: 'This machine does not have the address that HOST names.',
  ENOTFOUND: 'HOST is not an address of this machine.',
};

/** A sentence about what went wrong, or the whole stack trace when it is a bug of ours. */
export const explain = (error: unknown, file?: string): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DatabaseError) return `The database says: ${error.message}.`;
  if (!('code' in error)) return error.message;
  const code = String(error.code);
  const syscall = 'syscall' in error ? String(error.syscall) : undefined;
  if (syscall === undefined) return String(error.stack);
  const listening = ['listen', 'getaddrinfo'].includes(syscall) ? LISTENING[code] : undefined;
  if (listening !== undefined) return listening;
  const path = 'path' in error ? String(error.path) : file;
  const sentence = SENTENCES[code] ?? error.message;
  return path === undefined ? `${sentence}.` : `${sentence}: ${path}`;
};
