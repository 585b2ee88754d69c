import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes from the first to the last, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

interface StoredObject {
  name: string;
  modifiedAt: Date;
}

/**
 * Where files are stored. An object exists completely or not at all, and once `put` has resolved it survives a power
 * cut. An unreachable store throws 503, a full one 507.
 */
export interface Storage {
  readonly kind: 'disk' | 's3';
  /** Takes over the file: it may be gone from its path afterwards. */
  put(name: string, path: string): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
}

export const sha256Of = async (bytes: Readable): Promise<Buffer> => {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest();
};
