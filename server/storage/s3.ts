import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import type { S3Settings } from '../config.ts';
import { UnavailableError } from '../errors.ts';
import type { Storage } from './storage.ts';

/** The prefix of every object of ours, in a bucket that others may use too. */
export const PREFIX = 'tickmark/';
const PAGE = 1000;
const TIMEOUT_MS = 60_000;

/** Like fetch, but it sends streams, and a store that does not answer is unavailable. */
const send: typeof fetch = async (address, options) => {
  try {
    // Without `duplex` fetch refuses a stream as body.
    return await fetch(address, { ...options, duplex: 'half' });
  } catch (error) {
    throw new UnavailableError(error);
  }
};

/** The answer must begin within the timeout; the reader sets the pace of the rest. */
const sendToRead =
  (timeoutMs: number): typeof fetch =>
  async (address, options) => {
    const begin = new AbortController();
    const timer = setTimeout(() => begin.abort(), timeoutMs);
    try {
      return await send(address, { ...options, signal: begin.signal });
    } finally {
      clearTimeout(timer);
    }
  };

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceError && error.status === 404 && error.serviceCode !== 'NoSuchBucket';

/** Answers to requests that are right in themselves: refused credentials, a missing bucket, overload. */
const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UnavailableError ? error : new UnavailableError(error);
  }
};

/** Any object store that speaks S3, addressed by path. */
export const openS3Storage = (settings: S3Settings, timeoutMs = TIMEOUT_MS): Storage => {
  const given = {
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    endpoint: `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`,
    region: settings.region,
  };
  // Its timeout covers the whole answer, to the last byte.
  const client = new S3mini({ ...given, requestAbortTimeout: timeoutMs, fetch: send });
  const reader = new S3mini({ ...given, fetch: sendToRead(timeoutMs) });

  return {
    kind: 's3',

    put: async (name, path) => {
      const { size } = await stat(path);
      const bytes = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream;
      // With the length declared, the store refuses a body that breaks off: no half objects.
      await translated(() => client.putObject(PREFIX + name, bytes, undefined, undefined, undefined, size));
    },

    get: (name, range) =>
      translated(async () => {
        try {
          const answer = range
            ? await reader.getObjectRaw(PREFIX + name, false, range.first, range.last + 1)
            : await reader.getObjectRaw(PREFIX + name);
          return answer.body ? Readable.fromWeb(answer.body) : Readable.from([]);
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),

    remove: (name) =>
      translated(async () => {
        try {
          await client.deleteObject(PREFIX + name);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    list: async function* list() {
      let next: string | undefined;
      do {
        const token = next;
        const page = await translated(() => client.listObjectsPaged('/', PREFIX, PAGE, token));
        for (const { Key: key, LastModified: modified } of page?.objects ?? []) {
          yield { name: key.slice(PREFIX.length), modifiedAt: new Date(modified) };
        }
        next = page?.nextContinuationToken;
      } while (next !== undefined);
    },
  };
};
