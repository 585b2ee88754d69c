import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '../product.ts';

/** Programs of scripts/ that start something real, print one line of JSON and run until their input ends. */

export type Helper<T> = { settings: T; stop(): Promise<void> } | { reason: string };

const UNAVAILABLE = 3;

const firstLine = async (child: ChildProcess): Promise<string | undefined> => {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    if (text.includes('\n')) return text.split('\n')[0];
  }
  return undefined;
};

const start = async <T>(script: string): Promise<Helper<T>> => {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts', script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors += String(piece);
  });
  const ended = once(child, 'exit');
  const line = await firstLine(child);
  if (line === undefined) {
    const [code] = (await ended) as [number | null];
    if (code === UNAVAILABLE) return { reason: errors.trim() };
    throw new Error(errors);
  }
  return {
    settings: JSON.parse(line) as T,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

export interface S3 {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A PostgreSQL server of Debian's packages, or why there is none. */
export const startPostgres = () => start<{ url: string }>('postgres-server.mjs');
/** An object store of Debian's packages, or why there is none. */
export const startS3 = () => start<S3>('s3-server.mjs');
