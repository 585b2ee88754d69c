import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from '../root.ts';

/** The built product as a process of its own. */
export interface Running {
  process: ChildProcess;
  url: string;
  /** All it has printed. */
  output(): string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Below the system's ephemeral ports: it takes seconds until it is bound, and others ask for one meanwhile. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 30_000);
    if (await isFree(port)) return port;
  }
};

/** Starts it; does not wait until it is ready. */
export const launch = async (
  environment: Record<string, string>,
  [program, ...args]: [string, ...string[]] = [process.execPath, inProject('dist', 'server', 'main.js')],
): Promise<Running> => {
  const port = environment['PORT'] ?? String(await freePort());
  const child = spawn(program, args, {
    cwd: inProject(),
    env: { LOG_LEVEL: 'warn', ...environment, PORT: port },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, url: `http://127.0.0.1:${port}`, output: () => output, ended };
};

export const ready = async (server: Running, everyMs = 50): Promise<Running> => {
  const isReady = async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok === true;
  while (!(await isReady())) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error(`It ended: ${server.output()}`);
    await delay(everyMs);
  }
  return server;
};
