import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listSumDifferences } from './features/tracker/sums.queries.ts';
import { moveThrottles } from './http/throttle.test.queries.ts';
import { addressOf, createTestDatabase, type TestDatabase } from './testing/database.ts';
import { smallPdf, uploadForm } from './testing/evidence.ts';
import { makeDataFolder } from './testing/folder.ts';
import { createPerson, createSchool, PASSWORD } from './testing/people.ts';
import { launch, type Running, ready } from './testing/process.ts';
import { type Proxy, startProxy } from './testing/proxy.ts';
import { startRelay } from './testing/relay.ts';
import { startTestS3 } from './testing/s3.ts';
import { type Answer, createCall, type Request } from './testing/server.ts';

/**
 * Three servers that share only a database and an object store, behind a proxy that passes each request to the next
 * one. They start together, on an empty database.
 */

const SERVERS = 3;
const PAPER = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };

const s3 = await startTestS3();
const files: Record<string, string> =
  'settings' in s3
    ? {
        S3_ENDPOINT: s3.settings.endpoint,
        S3_BUCKET: s3.settings.bucket,
        S3_REGION: s3.settings.region,
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      }
    : {};

let store: TestDatabase;
let folders: string[];
let servers: Running[];
let proxy: Proxy;
/** Through the proxy: whichever server is next. */
let call: (address: string, request?: Request) => Promise<Answer>;
/** Directly to each server. */
let each: ((address: string, request?: Request) => Promise<Answer>)[];

beforeAll(async () => {
  store = await createTestDatabase({ empty: true });
  folders = await Promise.all(Array.from({ length: SERVERS }, makeDataFolder));
  servers = await Promise.all(
    folders.map((folder) =>
      launch({
        DATABASE_URL: addressOf(store.connection),
        DATA_DIR: folder,
        TRUSTED_PROXIES: '127.0.0.0/8',
        ...files,
      }),
    ),
  );
  await Promise.all(servers.map(ready));
  proxy = await startProxy(servers.map(({ url }) => url));
  call = createCall(proxy.url);
  each = servers.map(({ url }) => createCall(url));
});
afterAll(async () => {
  await proxy.close();
  for (const { process: child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await store.drop();
  if ('stop' in s3) await s3.stop();
});

const all = <T>(work: (call: (address: string, request?: Request) => Promise<Answer>) => Promise<T>) =>
  Promise.all(each.map(work));
const register = async (username: string, email = `${username}@example.org`): Promise<string> => {
  const answer = await call('POST /register', { json: { username, email, password: PASSWORD } });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
};
const profileStatuses = (token: string) => all(async (ask) => (await ask('GET /users/me', { token })).status);

describe('several servers', () => {
  test('that start together make the database and one admin password, which all know', async () => {
    const passwords = servers.flatMap((server) => {
      const found = /Platform admin password: (\S+)/.exec(server.output())?.[1];
      return found ? [found] : [];
    });
    expect(passwords).toHaveLength(1);
    const statuses = await all(
      async (ask) => (await ask('POST /admin/login', { json: { password: passwords[0] } })).status,
    );
    expect(statuses).toEqual([204, 204, 204]);
  });

  test('share sessions, and their end', async () => {
    const token = await register('ana');
    expect(await profileStatuses(token)).toEqual([200, 200, 200]);
    expect((await call('POST /logout', { token })).status).toBe(204);
    expect(await profileStatuses(token)).toEqual([401, 401, 401]);

    const [old, other] = [await register('ben'), await register('cleo')];
    const json = { current_password: PASSWORD, new_password: 'another horse battery' };
    const changed = await call('POST /users/me/password', { token: old, json });
    expect(await profileStatuses(old)).toEqual([401, 401, 401]);
    expect(await profileStatuses(changed.body.access_token)).toEqual([200, 200, 200]);
    expect(await profileStatuses(other)).toEqual([200, 200, 200]);
  });

  test('count guesses together', async () => {
    await register('dora');
    const login = (password: string) => call('POST /token', { form: { username: 'dora', password } });
    const guesses: number[] = [];
    for (let n = 0; n < 5; n += 1) guesses.push((await login('a wrong one')).status);
    expect(guesses).toEqual([401, 401, 401, 401, 401]);
    // Until the wait is longer than any test takes.
    for (let n = 0; n < 6; n += 1) {
      await moveThrottles(store.db, 60);
      await login('a wrong one');
    }
    expect((await login(PASSWORD)).status).toBe(429);
  });

  test('write ticks that arrive at all of them at once, with exact sums', async () => {
    const schoolId = await createSchool(store.db, '@several.edu');
    const admin = await createPerson(store.db, 'school_admin', { schoolId });
    const tokens = await Promise.all([1, 2, 3].map((n) => register(`student${n}`, `s${n}@several.edu`)));
    const tick = (token: string, year: number, score: number | null, isCompleted = true) =>
      call('POST /completion', {
        token,
        json: {
          subject_id: 'math_aa_hl',
          year,
          session: 'November',
          paper: 'paper1',
          timezone: null,
          is_completed: isCompleted,
          score,
        },
      });
    const years = [2014, 2015, 2016, 2017, 2018, 2019];
    // Every paper of everybody several times, all at once, and half of them unticked.
    const answers = await Promise.all(
      tokens.flatMap((token) =>
        years.flatMap((year) => [
          tick(token, year, 10),
          tick(token, year, 90),
          tick(token, year, null, false),
        ]),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(tokens.flatMap((token) => years.map((year) => tick(token, year, 60))));
    const statistics = await all(
      async (ask) => (await ask('GET /schooladmin/dashboard/statistics', { token: admin.token })).body,
    );
    for (const body of statistics) {
      expect(body).toMatchObject({ completed_papers: 18, avg_score: 60, active_users: 3 });
    }
    expect(await listSumDifferences(store.db)).toEqual([]);
  });

  test('show a student’s last write, whichever of them received it', async () => {
    const token = await register('eve');
    for (let score = 1; score <= 12; score += 1) {
      const json = { ...PAPER, is_completed: true, score };
      expect((await call('POST /completion', { token, json })).status).toBe(200);
    }
    for (const { body } of await all((ask) => ask('GET /completion', { token }))) {
      expect(body['math_aa_hl-2023-May-paper1-TZ1'].score).toBe(12);
    }
  });

  test.skipIf(!('settings' in s3))(
    'give out a file that another one took, and take it away for all',
    async () => {
      const token = await register('finn');
      const pdf = smallPdf(20_000);
      const uploaded = await each[0]?.('POST /completion/upload', { token, raw: { body: uploadForm(pdf) } });
      expect(uploaded?.status).toBe(200);
      const download = ({ url }: Running) => fetch(url + uploaded?.body.file_url);
      for (const server of servers) {
        const answer = await download(server);
        expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
      }
      const removed = await each[1]?.(`DELETE /completion/files/${uploaded?.body.public_id}`, { token });
      expect(removed?.status).toBe(204);
      expect(await Promise.all(servers.map(async (server) => (await download(server)).status))).toEqual([
        404, 404, 404,
      ]);
    },
  );
});

test('a server that starts before its database waits for it', async () => {
  const late = await createTestDatabase({ empty: true });
  const relay = await startRelay(late.connection);
  await relay.cut();
  const folder = await makeDataFolder();
  const server = await launch({ DATABASE_URL: addressOf(relay.connection), DATA_DIR: folder });
  await vi.waitFor(() => expect(server.output()).toMatch(/The database does not answer \(.+\)\. Waiting/), {
    timeout: 60_000,
  });
  await relay.mend();
  await ready(server);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await relay.cut();
  await late.drop();
  await rm(folder, { recursive: true, force: true });
});
