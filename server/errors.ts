/**
 * What the database and the storage throw when they cannot do what was asked. They know nothing of HTTP; http/errors.ts
 * turns these into answers.
 */

/** Absent, or not the caller's: the two must look the same. */
export class NotFoundError extends Error {
  constructor(options?: ErrorOptions) {
    super('Not found.', options);
  }
}

/** The database or the file store is down, or cannot take a write. Worth another try. */
export class UnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database or the file store is unavailable.', { cause });
  }
}

/** There is no space for files. */
export class NoSpaceError extends Error {
  constructor(cause?: unknown) {
    super('There is no space for files.', { cause });
  }
}
