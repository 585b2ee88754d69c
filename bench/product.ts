import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The built product as it is run, on data of its own and without limits on how often. */
export interface Product {
  url: string;
  pid: number;
  dataDir: string;
  stop(): Promise<void>;
}

const findProject = (folder: string): string =>
  existsSync(join(folder, 'package-lock.json')) ? folder : findProject(dirname(folder));

/** The project's folder, from `dist/bench/` as from `bench/`. */
export const PROJECT = findProject(dirname(import.meta.dirname));
export const ADMIN_PASSWORD = 'bench-platform-admin';

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
};

export const startProduct = async (environment: Record<string, string> = {}): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-bench-'));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(PROJECT, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD,
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const PASSWORD = 'a bench needs a password';

/** Registers a student and answers the token. */
export const registerStudent = async (url: string, username: string): Promise<string> => {
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, email: `${username}@example.org`, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Registration failed: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
};
