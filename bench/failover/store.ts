import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { PROJECT } from '../product.ts';
import { until } from './waiting.ts';

/** The object store of the tests, with an empty bucket, as settings of Tickmark. */
export const startStore = async (
  defer: (end: () => Promise<void>) => void,
): Promise<Record<string, string>> => {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts', 's3-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  // It runs until its input ends.
  defer(async () => {
    child.stdin.end();
    await ended;
  });
  let printed = '';
  for await (const piece of child.stdout) {
    printed += String(piece);
    if (printed.includes('\n')) break;
  }
  if (!printed.includes('\n')) throw new Error('There is no object store here.');
  const settings = JSON.parse(printed) as {
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  const bucket = new S3mini({ ...settings, endpoint: `${settings.endpoint}/evidence` });
  // Its front answers before what is behind it does.
  await until('the bucket was made', () => bucket.createBucket().catch(() => false));
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: 'evidence',
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
};
