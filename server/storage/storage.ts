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
 * Where files are kept. An object is there whole or not at all, and once `put` has answered it survives a power cut.
 * A store that cannot be reached throws 503, one that is full 507.
 */
export interface Storage {
  readonly kind: 'disk' | 's3';
  /** Takes the file over: it may be gone from its path afterwards. */
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
