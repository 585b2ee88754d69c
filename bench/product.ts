import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, type ClientConfig } from 'pg';

/** The built product as it is run, on data of its own and without limits on how often. */
export interface Product {
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  stop(options?: { keepData?: boolean }): Promise<void>;
}

const findProject = (folder: string): string =>
  existsSync(join(folder, 'package-lock.json')) ? folder : findProject(dirname(folder));

/** The project's folder, from `dist/bench/` as from `bench/`. */
export const PROJECT = findProject(dirname(import.meta.dirname));
export const ADMIN_PASSWORD = 'seven slow kettles hum';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Below those that the system gives out: it takes seconds until it is bound, and others ask for one meanwhile. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 30_000);
    if (await isFree(port)) return port;
  }
};

/** A folder that the account of PostgreSQL may pass through when root measures. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-bench-'));
  await chmod(folder, 0o711);
  return folder;
};

/** Resolves when the server there is ready; `hasEnded` says when there is no more to wait for. */
export const whenReady = async (url: string, hasEnded: () => boolean, everyMs = 50): Promise<void> => {
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (hasEnded()) throw new Error('The server did not start.');
    await new Promise((resolve) => {
      setTimeout(resolve, everyMs);
    });
  }
};

export const startProduct = async (
  environment: Record<string, string> = {},
  dataDir?: string,
): Promise<Product> => {
  const folder = dataDir ?? (await makeFolder());
  const port = Number(environment['PORT'] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(PROJECT, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD,
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  await whenReady(url, () => child.exitCode !== null);
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir: folder,
    stop: async ({ keepData = false } = {}) => {
      child.kill('SIGTERM');
      await ended;
      if (!keepData) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Where the product's own database listens: its folder notes it. */
export const databaseOf = async ({ dataDir }: Pick<Product, 'dataDir'>) => {
  const home = join(dataDir, 'postgres');
  const noted = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(noted[0]),
    connection: {
      host: noted[4]?.trim() || noted[5]?.trim() || '127.0.0.1',
      port: Number(noted[3]),
      user: 'tickmark',
      password: (await readFile(join(home, 'password'), 'utf8')).trim(),
      database: 'tickmark',
    } satisfies ClientConfig,
  };
};

export const openClient = async (connection: ClientConfig): Promise<Client> => {
  const client = new Client(connection);
  // When the product stops first, as it does after a failure, that failure is what is worth reading.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** The product's own database, beside the product. */
export const connect = async (product: Pick<Product, 'dataDir'>): Promise<Client> =>
  openClient((await databaseOf(product)).connection);

/** A session for each of them, straight into the table: what a login costs is measured elsewhere. */
export const signIn = async (db: Client, userIds: readonly number[]): Promise<string[]> => {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  await db.query(
    `insert into sessions (token_hash, user_id, expires_at, is_impersonation)
     select sha256(token::bytea), id, now() + interval '1 day', false
     from unnest($1::text[], $2::int[]) as t (token, id)`,
    [tokens, userIds],
  );
  return tokens;
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
