import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ADMIN_PASSWORD, freePort, makeFolder, PROJECT, whenReady } from '../product.ts';
import type { Memory } from './memory.ts';

/** The product in a process of its own, and all that it complains of. */
export interface Watched {
  url: string;
  dataDir: string;
  /** Warnings, errors, and whatever Node itself has to say: a rejection nobody handled, a listener too many. */
  complaints: string[];
  hasEnded(): boolean;
  /** If it was started with `memory.ts`. */
  measure(): Promise<Memory>;
  stop(): Promise<number | null>;
}

export const startWatched = async (execArgv: string[] = []): Promise<Watched> => {
  const dataDir = await makeFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const complaints: string[] = [];
  const child = fork(join(PROJECT, 'dist', 'server', 'main.js'), {
    silent: true,
    execArgv,
    env: { PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'info', ADMIN_PASSWORD },
  });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const watch = (stream: Readable | null, isComplaint: (line: string) => boolean) => {
    if (!stream) throw new Error('The product has no output.');
    createInterface(stream).on('line', (line) => {
      if (isComplaint(line)) complaints.push(line);
    });
  };
  watch(child.stdout, (line) => /"level":[456]0/.test(line) || line.includes(ADMIN_PASSWORD));
  watch(child.stderr, () => true);
  await whenReady(url, hasEnded);
  return {
    url,
    dataDir,
    complaints,
    hasEnded,
    measure: async () => {
      const answer = once(child, 'message');
      child.send('memory');
      return (await answer)[0] as Memory;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
};
