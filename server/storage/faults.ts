import { HttpError, unavailable } from '../http/errors.ts';

export const storeAway = (cause: unknown): HttpError => Object.assign(unavailable(), { cause });
export const noRoom = (): HttpError =>
  new HttpError(507, 'There is no room for files at the moment. Please try again later.');

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** A full disk is nobody's mistake, and passes; whatever else the disk says is unexpected. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw FULL.has(code) ? Object.assign(noRoom(), { cause: error }) : error;
  }
};
