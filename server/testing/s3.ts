import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini } from 's3mini';
import type { S3Settings } from '../config.ts';
import { inProject } from '../root.ts';

/** A real S3-speaking server with an empty bucket, or why there is none here. */
export type TestS3 = { settings: S3Settings; stop(): Promise<void> } | { reason: string };

const UNAVAILABLE = 3;

const firstLine = async (child: ChildProcess): Promise<string | undefined> => {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    if (text.includes('\n')) return text.split('\n')[0];
  }
  return undefined;
};

const PATIENCE_MS = 60_000;

/** Swift's proxy answers before its back end does: a 503 here means not ready yet. */
const makeBucket = async (bucket: S3mini): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (await bucket.createBucket()) return;
      throw new Error('The bucket could not be made.');
    } catch (error) {
      if (performance.now() > deadline || !String(error).includes('503')) throw error;
      await delay(200);
    }
  }
};

export const startTestS3 = async (): Promise<TestS3> => {
  const child = spawn(process.execPath, [inProject('scripts', 's3-server.mjs')], {
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
    // A missing S3 server is a reason to skip tests; a broken one is not.
    if (code === UNAVAILABLE) return { reason: errors.trim() };
    throw new Error(errors);
  }
  const settings = { ...(JSON.parse(line) as Omit<S3Settings, 'bucket'>), bucket: 'evidence' };
  const bucket = new S3mini({ ...settings, endpoint: `${settings.endpoint}/${settings.bucket}` });
  await makeBucket(bucket);
  return {
    settings,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
