import { expect, test } from 'vitest';
import { smallPdf, upload } from '../../testing/evidence.ts';
import { createPerson, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { recountSums } from './sums.test.queries.ts';

/** `GET /completion` for somebody who has its last answer: nothing is sent again unless something has changed. */

const server = shareServer();

const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';
const QUERY = new URLSearchParams({ ...paper, year: '2023' });

type Who = Pick<Person, 'token'>;
const student = () => createPerson(server.db, 'student');
const read = ({ token }: Who, tag?: string | null) =>
  server.call('GET /completion', { token, headers: tag ? { 'if-none-match': tag } : {} });
const tagOf = async (who: Who) => (await read(who)).headers.get('etag');
const tick = ({ token }: Who, change: Record<string, unknown> = {}) =>
  server.call('POST /completion', { token, json: { ...paper, is_completed: true, score: null, ...change } });
const attempts = async ({ token }: Who) =>
  (await server.call(`GET /completion/attempts?${QUERY}`, { token })).body.attempts;

test('nothing is sent again to whom has the last answer', async () => {
  const who = await student();
  await tick(who, { score: 71, note: 'Slow.' });
  const { headers, body } = await read(who);
  expect(body[KEY]).toMatchObject({ score: 71 });
  const tag = headers.get('etag');
  expect(tag).toMatch(/^W\/"s[0-9a-f]{8}-[0-9a-f-]{36}"$/);
  for (const header of [`${tag}`, `"other", ${tag}`, `${tag}`.replace('W/', '')]) {
    const again = await read(who, header);
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('no-store');
  }
});

test('somebody without records has a tag too, until there is the first', async () => {
  const who = await student();
  const tag = await tagOf(who);
  expect(await read(who, tag)).toMatchObject({ status: 304 });
  await tick(who);
  expect(await read(who, tag)).toMatchObject({ status: 200, body: { [KEY]: { is_completed: true } } });
});

const done = { is_completed: true, score: 5 };
const CHANGES: [string, (who: Person) => Promise<unknown>][] = [
  ['another paper', (who) => tick(who, { year: 2022 })],
  ['a score', (who) => tick(who, { score: 81 })],
  ['the marks of the same score', (who) => tick(who, { score: 80, marks: '88/110' })],
  ['the day', (who) => tick(who, { score: 80, done_on: '2026-01-04' })],
  ['a note', (who) => tick(who, { score: 80, note: 'Calm.' })],
  ['an untick', (who) => tick(who, { is_completed: false })],
  [
    'an attempt',
    ({ token }) =>
      server.call('POST /completion/attempts', {
        token,
        json: { ...paper, done_on: '2026-02-05', score: 60 },
      }),
  ],
  [
    'an older attempt that is changed',
    async ({ token }) => {
      const [{ id }] = (await attempts({ token })).slice(-1);
      const json = { done_on: '2026-01-02', score: 41, note: null };
      return server.call(`PUT /completion/attempts/${id}`, { token, json });
    },
  ],
  [
    'an attempt that is removed',
    async ({ token }) => {
      const [{ id }] = (await attempts({ token })).slice(-1);
      return server.call(`DELETE /completion/attempts/${id}`, { token });
    },
  ],
  [
    'a guest’s work',
    ({ token }) =>
      server.call('POST /completion/bulk', {
        token,
        json: { completion_data: { 'math_aa_hl-2021-May-paper1-TZ1': done } },
      }),
  ],
  [
    'a spreadsheet',
    ({ token }) => {
      const becomes = { done_on: '2026-03-01', score: 9, marks: null, note: null };
      const change = { ...paper, year: 2019, entered_at: '2026-05-01T10:00:00.000Z', was: null, becomes };
      return server.call('POST /completion/spreadsheet', { token, json: { changes: [change] } });
    },
  ],
  ['a file', (who) => upload(server, who, smallPdf(9))],
  [
    'a file that is removed',
    async ({ token }) => {
      const { body } = await server.call(`GET /completion/files?${QUERY}`, { token });
      return server.call(`DELETE /completion/files/${body.files[0].public_id}`, { token });
    },
  ],
];

test.each(CHANGES)('%s is told at the next reading', async (_what, change) => {
  const who = await student();
  await tick(who, { score: 30, done_on: '2026-01-01' });
  await server.call('POST /completion/attempts', {
    token: who.token,
    json: { ...paper, done_on: '2026-01-03', score: 80 },
  });
  await upload(server, who, smallPdf());
  const before = await read(who);
  expect(await change(who)).toMatchObject({ status: expect.toBeOneOf([200, 204]) as number });
  const after = await read(who, before.headers.get('etag'));
  expect(after.status).toBe(200);
  expect(after.body).not.toEqual(before.body);
  expect(await read(who, after.headers.get('etag'))).toMatchObject({ status: 304 });
});

test('a tag is good for nobody and nothing else', async () => {
  const [who, other] = [await student(), await student()];
  for (const person of [who, other]) await tick(person, { note: 'Mine.' });
  const tag = await tagOf(who);
  expect(await read(other, tag)).toMatchObject({ status: 200 });
  const { body } = await server.call(`POST /admin/impersonate/${who.id}`, { admin: ADMIN_PASSWORD });
  // A visitor is not shown notes: with or without them it is not the same answer.
  const visitor = { token: body.access_token };
  const seen = await read(visitor, tag);
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain('Mine.');
  expect(await read(visitor, seen.headers.get('etag'))).toMatchObject({ status: 304 });
  expect(await read(who, seen.headers.get('etag'))).toMatchObject({ status: 200 });
});

test.each([
  ['any answer', '*'],
  ['something else', '"x"'],
  ['half a tag', 'W/"'],
  ['a very long tag', `"${'a'.repeat(4000)}"`],
  ['another form', 'W/"s00000000-00000000-0000-0000-0000-000000000000"'],
  ['dashes', `"${'-'.repeat(37)}"`],
])('an If-None-Match that names %s is answered in full', async (_what, header) => {
  const who = await student();
  await tick(who);
  expect(await read(who, header)).toMatchObject({ status: 200, body: { [KEY]: { is_completed: true } } });
});

test('no version comes a second time when all are counted again, as after a restored backup', async () => {
  const who = await student();
  await tick(who);
  const tag = await tagOf(who);
  await recountSums(server.db);
  expect(await read(who, tag)).toMatchObject({ status: 200 });
});

test('nobody is told 304 who lacks what was acknowledged before, at whichever server', async () => {
  const second = await startTestServer({ database: server.db });
  const servers = [server, second];
  const who = await student();
  const years = [2016, 2017, 2018, 2019];
  const LAST = 60;
  const acknowledged = new Map(years.map((year) => [year, -1]));
  let unchanged = 0;

  const write = async (year: number) => {
    for (let score = 0; score <= LAST; score += 1) {
      const json = { ...paper, year, is_completed: true, score };
      const at = servers[(score + year) % 2] as typeof server;
      expect((await at.call('POST /completion', { token: who.token, json })).status).toBe(200);
      acknowledged.set(year, score);
    }
  };
  const follow = async (from: number) => {
    let tag: string | null = null;
    let held: Record<string, { score: number }> = {};
    // Once more after all is written.
    for (let round = from, isOver = false; !isOver; round += 1) {
      const before = new Map(acknowledged);
      isOver = years.every((year) => before.get(year) === LAST);
      const at = servers[round % 2] as typeof server;
      const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {};
      const answer = await at.call('GET /completion', { token: who.token, headers });
      if (answer.status === 304) unchanged += 1;
      else held = answer.body;
      tag = answer.headers.get('etag');
      for (const [year, score] of before)
        expect(held[KEY.replace('2023', String(year))]?.score ?? -1).toBeGreaterThanOrEqual(score);
    }
    return held;
  };
  const [, ...readers] = await Promise.all([Promise.all(years.map(write)), follow(0), follow(1), follow(2)]);
  await second.stop();
  for (const held of readers)
    expect(Object.values(held).map(({ score }) => score)).toEqual(years.map(() => LAST));
  expect(unchanged).toBeGreaterThan(0);
});
