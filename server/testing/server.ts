import { rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { readSettings, type Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { generateAdminPassword, keepFirstAdminPassword } from '../features/accounts/admin-password.ts';
import type { Site } from '../http/pages.ts';
import { createLog } from '../log.ts';
import { createTestDatabase } from './database.ts';
import { makeDataFolder } from './folder.ts';

export const ADMIN_PASSWORD = 'platform-admin-for-tests';

/** For a server that mails; what it would mail waits in the database. */
export const WITH_MAIL = {
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'papers@tickmark.example',
  PUBLIC_URL: 'http://localhost:3000',
};

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body; undefined without one. Tests know what they asked for. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface Request {
  token?: string | undefined;
  admin?: string | undefined;
  json?: unknown;
  form?: Record<string, string> | undefined;
  /** A raw body, for what no client would send. */
  raw?: { type?: string; body: BodyInit } | undefined;
  headers?: Record<string, string>;
}

export interface TestServer {
  url: string;
  db: Database;
  /** Where it stores its files. */
  dataDir: string;
  /** Everything the server logged so far, as text. */
  logged(): string;
  /** Calls the API at `METHOD /path`. */
  call(address: string, request?: Request): Promise<Answer>;
  stop(): Promise<void>;
}

const bodyOf = ({ json, form, raw }: Request): { type?: string | undefined; body?: BodyInit } => {
  if (raw) return raw;
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  return {};
};

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

const memoryLog = (): { log: Logger; read: () => string } => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog('info', sink), read: () => lines.join('') };
};

/** Calls the server at this URL, at `METHOD /path` below `/api`, or below `/` for `METHOD //path`. */
export const createCall =
  (url: string) =>
  async (address: string, request: Request = {}): Promise<Answer> => {
    const [method = 'GET', path = '/'] = address.split(/ (.*)/s);
    const { type, body } = bodyOf(request);
    const response = await fetch(`${url}${path.startsWith('//') ? path.slice(1) : `/api${path}`}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(type && { 'content-type': type }),
        ...(request.token && { authorization: `Bearer ${request.token}` }),
        ...(request.admin && { 'x-admin-password': request.admin }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };

/** The real server on a free loopback port, with its own database and folder by default. */
export const startTestServer = async ({
  environment = {},
  site,
  database,
  stoppedClock = false,
  maxUnderWay,
}: {
  environment?: Record<string, string>;
  site?: Site;
  database?: Database;
  /** Of its own database. */
  stoppedClock?: boolean;
  maxUnderWay?: number;
} = {}): Promise<TestServer> => {
  const own = database ? undefined : await createTestDatabase({ stoppedClock });
  const db = database ?? own?.db;
  if (!db) throw new Error('There is no database.');
  const dataDir = environment['DATA_DIR'] ?? (await makeDataFolder());
  const settings: Settings = readSettings({
    ADMIN_PASSWORD,
    RATE_LIMIT: 'off',
    ...environment,
    DATA_DIR: dataDir,
  });
  if (settings.adminPassword === undefined) await keepFirstAdminPassword(db, generateAdminPassword());
  const { log, read } = memoryLog();
  const app = await createApp({ db, settings, log, site, ...(maxUnderWay && { maxUnderWay }) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    url,
    db,
    dataDir,
    logged: read,
    call: createCall(url),
    stop: async () => {
      await app.close();
      await own?.drop();
      if (dataDir !== environment['DATA_DIR']) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
