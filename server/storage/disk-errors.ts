import { NoSpaceError } from '../errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A full disk is nobody's mistake, and temporary; any other disk error is unexpected. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw FULL.has(code) ? new NoSpaceError(error) : error;
  }
};
