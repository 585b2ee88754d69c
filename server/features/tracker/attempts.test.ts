import { describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';

const server = shareServer();

const student = () => createPerson(server.db, 'student');
const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';
const QUERY = new URLSearchParams({ ...paper, year: '2023' });

type Who = Pick<Person, 'token'>;
const tick = ({ token }: Who, change: Record<string, unknown> = {}) =>
  server.call('POST /completion', { token, json: { ...paper, is_completed: true, score: null, ...change } });
const untick = (who: Who) => tick(who, { is_completed: false });
const record = async ({ token }: Who) => (await server.call('GET /completion', { token })).body[KEY];
const add = ({ token }: Who, values: Record<string, unknown>) =>
  server.call('POST /completion/attempts', { token, json: { ...paper, ...values } });
const list = async ({ token }: Who) =>
  (await server.call(`GET /completion/attempts?${QUERY}`, { token })).body.attempts;
const change = ({ token }: Who, id: number, json: Record<string, unknown>) =>
  server.call(`PUT /completion/attempts/${id}`, { token, json });
const remove = ({ token }: Who, id: number) => server.call(`DELETE /completion/attempts/${id}`, { token });
/** Days with their scores, newest first. */
const history = async (who: Who) =>
  (await list(who)).map(({ done_on, score }: { done_on: string; score: number }) => [done_on, score]);

/** Done three times, the last time worse than the second. */
const threeTimes = async () => {
  const who = await student();
  await tick(who, { score: 50, done_on: '2026-01-05' });
  await add(who, { done_on: '2026-02-05', score: 80, marks: '88/110', note: 'Calm.' });
  await add(who, { done_on: '2026-03-05', score: 70, note: 'Slow in part B.' });
  return who;
};

describe('a paper that is done again', () => {
  test('shows its newest attempt, how many there are and the best', async () => {
    const who = await threeTimes();
    expect(await record(who)).toEqual({
      is_completed: true,
      score: 70,
      file_count: 0,
      attempts: 3,
      best_score: 80,
      earlier: ['2026-01-05', '2026-02-05'],
      note: 'Slow in part B.',
      completed_at: '2026-03-05T10:00:00Z',
    });
    expect(await list(who)).toEqual([
      {
        id: expect.any(Number),
        done_on: '2026-03-05',
        completed_at: '2026-03-05T10:00:00Z',
        score: 70,
        marks: null,
        note: 'Slow in part B.',
        entered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      expect.objectContaining({ done_on: '2026-02-05', score: 80, marks: '88/110', note: 'Calm.' }),
      expect.objectContaining({ done_on: '2026-01-05', score: 50, marks: null, note: null }),
    ]);
  });

  test('answers a change with the paper’s record', async () => {
    const who = await threeTimes();
    const { body } = await add(who, { done_on: '2026-04-05', score: 90 });
    expect(body).toEqual({ status: 'success', key: KEY, record: await record(who) });
    expect(body.record).toMatchObject({ score: 90, attempts: 4, best_score: 90 });
  });

  test('completes a paper that was not done', async () => {
    const who = await student();
    await add(who, { done_on: '2026-01-05', score: 40, note: 'First.' });
    expect(await record(who)).toMatchObject({ is_completed: true, score: 40, attempts: 1, note: 'First.' });
    expect(await history(who)).toEqual([['2026-01-05', 40]]);
  });

  test('is ordered by its days, and of one day by when it was entered', async () => {
    const who = await student();
    await tick(who, { score: 50, done_on: '2026-02-05' });
    await add(who, { done_on: '2026-01-05', score: 10 });
    expect(await record(who)).toMatchObject({ score: 50, attempts: 2, earlier: ['2026-01-05'] });
    const entered = (time: string) => ({ done_on: '2026-03-01', entered_at: `2026-03-01T${time}.000Z` });
    await add(who, { ...entered('12:00:00'), score: 60 });
    await add(who, { ...entered('11:00:00'), score: 30 });
    expect(await history(who)).toEqual([
      ['2026-03-01', 60],
      ['2026-03-01', 30],
      ['2026-02-05', 50],
      ['2026-01-05', 10],
    ]);
  });

  test('sent again with the same moment is the same attempt', async () => {
    const who = await threeTimes();
    const again = { done_on: '2026-04-05', entered_at: '2026-04-05T08:00:00.123Z' };
    await add(who, { ...again, score: 71 });
    await add(who, { ...again, score: 72 });
    expect(await record(who)).toMatchObject({ score: 72, attempts: 4 });
    // Also after it is no longer the newest.
    await add(who, { done_on: '2026-05-05', score: 90 });
    await add(who, { ...again, score: 73 });
    expect(await history(who)).toEqual([
      ['2026-05-05', 90],
      ['2026-04-05', 73],
      ['2026-03-05', 70],
      ['2026-02-05', 80],
      ['2026-01-05', 50],
    ]);
  });

  test('has at most fifty attempts', async () => {
    const who = await student();
    const day = (n: number) => new Date(Date.UTC(2025, 0, n)).toISOString().slice(0, 10);
    for (let n = 1; n <= 50; n += 1) expect((await add(who, { done_on: day(n), score: n })).status).toBe(200);
    const answer = await add(who, { done_on: day(51), score: 51 });
    expect(answer).toMatchObject({ status: 400, body: { detail: 'A paper has at most 50 attempts.' } });
    expect(await record(who)).toMatchObject({ score: 50, attempts: 50 });
    expect(await list(who)).toHaveLength(50);
  });
});

describe('a tick', () => {
  test('changes the newest attempt and leaves the others', async () => {
    const who = await threeTimes();
    await tick(who, { score: 75, done_on: '2026-03-05' });
    expect(await history(who)).toEqual([
      ['2026-03-05', 75],
      ['2026-02-05', 80],
      ['2026-01-05', 50],
    ]);
    expect(await record(who)).toMatchObject({ score: 75, note: 'Slow in part B.' });
  });

  test('that names an earlier day makes another attempt the newest', async () => {
    const who = await threeTimes();
    await tick(who, { score: 75, done_on: '2026-01-20' });
    expect(await history(who)).toEqual([
      ['2026-02-05', 80],
      ['2026-01-20', 75],
      ['2026-01-05', 50],
    ]);
    expect(await record(who)).toMatchObject({ score: 80, marks: '88/110', note: 'Calm.', attempts: 3 });
  });

  test('carries a note, which stays until another or an empty one comes', async () => {
    const who = await student();
    await tick(who, { note: '  "Q4"\nagain  ' });
    expect(await record(who)).toMatchObject({ note: '"Q4"\nagain', attempts: 1 });
    await tick(who, { score: 60 });
    expect(await record(who)).toMatchObject({ score: 60, note: '"Q4"\nagain' });
    await tick(who, { score: 60, note: '' });
    expect(await record(who)).not.toHaveProperty('note');
    const again = await threeTimes();
    await tick(again, { score: 70, note: 'Better.' });
    expect((await list(again)).map(({ note }: { note: string }) => note)).toEqual(['Better.', 'Calm.', null]);
    await tick(again, { score: 70, note: '' });
    expect((await list(again))[0].note).toBeNull();
  });
});

describe('an untick', () => {
  test('removes all attempts, and a tick begins anew', async () => {
    const who = await threeTimes();
    await untick(who);
    expect(await record(who)).toEqual({
      is_completed: false,
      score: null,
      file_count: 0,
      attempts: 0,
      best_score: null,
      completed_at: null,
    });
    expect(await list(who)).toEqual([]);
    await untick(who);
    await tick(who, { score: 20 });
    expect(await record(who)).toMatchObject({ score: 20, attempts: 1, best_score: 20 });
    await untick(who);
    await tick(who, { restores: true });
    expect(await record(who)).toMatchObject({ score: null, attempts: 1 });
  });

  test('is undone with every attempt, its days and its notes', async () => {
    const who = await threeTimes();
    const [before, attempts] = [await record(who), await list(who)];
    await untick(who);
    await tick(who, { score: 70, restores: true });
    expect(await record(who)).toEqual(before);
    expect(await list(who)).toEqual(attempts);
    // Sent twice, it has happened once.
    await tick(who, { score: 70, restores: true });
    expect(await list(who)).toEqual(attempts);
  });

  test('of a paper with a note is undone with the note', async () => {
    const who = await student();
    await tick(who, { score: 60, note: 'Q4 again.' });
    const before = await record(who);
    await untick(who);
    await tick(who, { score: 60, restores: true });
    expect(await record(who)).toEqual(before);
  });
});

describe('one attempt', () => {
  test('is changed, the newest and an earlier one', async () => {
    const who = await threeTimes();
    const [newest, second, first] = await list(who);
    await change(who, newest.id, { done_on: '2026-03-06', score: 71, note: 'Slow.' });
    const { body } = await change(who, first.id, { done_on: '2026-01-05', score: 55, marks: '11/20' });
    expect(body.record).toMatchObject({ score: 71, note: 'Slow.', attempts: 3, best_score: 80 });
    expect(await list(who)).toEqual([
      { ...newest, done_on: '2026-03-06', completed_at: '2026-03-06T10:00:00Z', score: 71, note: 'Slow.' },
      second,
      { ...first, score: 55, marks: '11/20' },
    ]);
    await change(who, first.id, { done_on: '2026-04-01', score: 55, note: null });
    expect(await record(who)).toMatchObject({ score: 55, earlier: ['2026-02-05', '2026-03-06'] });
  });

  test('is removed; with the last one the paper is unticked', async () => {
    const who = await threeTimes();
    const [newest, second, first] = await list(who);
    expect((await remove(who, newest.id)).body.record).toMatchObject({
      score: 80,
      attempts: 2,
      note: 'Calm.',
    });
    expect((await remove(who, first.id)).body.record).toMatchObject({
      score: 80,
      attempts: 1,
      best_score: 80,
    });
    expect((await remove(who, second.id)).body.record).toMatchObject({ is_completed: false, attempts: 0 });
    expect(await list(who)).toEqual([]);
  });

  test('that was removed comes back to its place', async () => {
    const who = await threeTimes();
    const before = await list(who);
    const [, { id, done_on, score, marks, note, entered_at }] = before;
    await remove(who, id);
    await add(who, { done_on, score, marks, note, entered_at });
    expect(await list(who)).toEqual(
      before.map((one: object, n: number) => (n === 1 ? { ...one, id: expect.any(Number) } : one)),
    );
  });

  test.each([
    ['somebody else’s', (id: number) => id],
    ['one that never was', () => 2_000_000_000],
  ])('is not found: %s', async (_what, idOf) => {
    const [who, other] = [await threeTimes(), await student()];
    const [{ id }] = await list(who);
    const values = { done_on: '2026-01-05', score: 1 };
    expect((await change(other, idOf(id), values)).status).toBe(404);
    expect((await remove(other, idOf(id))).status).toBe(404);
    expect(await record(who)).toMatchObject({ score: 70, attempts: 3 });
  });

  test('that an untick removed is not found', async () => {
    const who = await threeTimes();
    const [newest, second] = await list(who);
    await untick(who);
    for (const { id } of [newest, second]) {
      expect((await change(who, id, { done_on: '2026-01-05', score: 1 })).status).toBe(404);
      expect((await remove(who, id)).status).toBe(404);
    }
    await tick(who, { restores: true, score: 70 });
    expect(await record(who)).toMatchObject({ score: 70, attempts: 3 });
  });
});

test('many at once are all there', async () => {
  const who = await student();
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      add(who, { done_on: '2026-01-05', score: n, entered_at: `2026-01-05T10:00:${10 + n}.000Z` }),
    ),
  );
  expect((await list(who)).map(({ score }: { score: number }) => score)).toEqual([
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ]);
  expect(await record(who)).toMatchObject({ score: 11, attempts: 12, best_score: 11 });
});

const values = { done_on: '2026-01-05', score: 50 };
test.each([
  ['a day that has not begun', { ...values, done_on: '2099-01-01' }, 'The date is in the future.'],
  ['a day that is none', { ...values, done_on: '2026-02-30' }, 'done_on: '],
  ['a score above 100', { ...values, score: 101 }, 'score: '],
  ['marks of another score', { ...values, marks: '47/80' }, 'The score does not match the marks.'],
  ['a long note', { ...values, note: 'a'.repeat(501) }, 'note: Must be at most 500 characters.'],
  [
    'a note with control characters',
    { ...values, note: 'a\u0007' },
    'note: Control characters are not allowed.',
  ],
  ['a note that turns the text around', { ...values, note: 'a\u202E' }, 'note: Text direction characters'],
  ['a field nobody knows', { ...values, best: true }, 'Unknown field: best'],
])('refused with its reason, and nothing changes: %s', async (_what, given, detail) => {
  const who = await threeTimes();
  const [before, [{ id }]] = [await list(who), await list(who)];
  for (const answer of [await add(who, given), await change(who, id, given)]) {
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining(detail) } });
  }
  expect(await list(who)).toEqual(before);
});

test.each([
  ['not set', { paper: 'paper4' }],
  ['of a year that is not open', { year: 2030 }],
  ['entered at no time', { entered_at: 'now' }],
])('an attempt is refused: %s', async (_what, given) => {
  const who = await student();
  expect((await add(who, { ...values, ...given })).status).toBe(422);
  expect(await server.call('GET /completion', { token: who.token })).toMatchObject({ body: {} });
});

test('sent twice without a moment it is one attempt, and two when they differ', async () => {
  const who = await threeTimes();
  const again = { done_on: '2026-04-05', score: 64, note: 'Once.' };
  await Promise.all([add(who, again), add(who, again)]);
  expect(await list(who)).toHaveLength(4);
  await add(who, { ...again, score: 65 });
  expect(await list(who)).toHaveLength(5);
});

test('by a clock that is days ahead it is entered now, and without a day it was done today', async () => {
  const who = await threeTimes();
  await add(who, { score: 90, entered_at: '2099-01-01T00:00:00.000Z' });
  const [newest] = await list(who);
  expect(newest.score).toBe(90);
  expect(Math.abs(Date.parse(newest.entered_at) - Date.now())).toBeLessThan(3_600_000);
  expect(newest.done_on).toBe(new Date(newest.completed_at).toISOString().slice(0, 10));
  expect((await change(who, newest.id, { score: 91 })).status).toBe(422);
});

test('a visitor is shown no notes and writes over none', async () => {
  const who = await threeTimes();
  const { body } = await server.call(`POST /admin/impersonate/${who.id}`, { admin: ADMIN_PASSWORD });
  const visitor = { token: body.access_token };
  expect(await record(visitor)).not.toHaveProperty('note');
  expect((await list(visitor)).map(({ note }: { note: unknown }) => note)).toEqual([null, null, null]);
  await tick(visitor, { score: 77, done_on: '2026-03-05', note: 'Seen.' });
  const [{ id }] = await list(visitor);
  await change(visitor, id, { done_on: '2026-03-05', score: 78, note: 'Seen.' });
  expect((await list(who)).map(({ note }: { note: unknown }) => note)).toEqual([
    'Slow in part B.',
    'Calm.',
    null,
  ]);
  expect(await record(who)).toMatchObject({ score: 78 });
  // They could not bring back a note with it.
  expect(await remove(visitor, id)).toMatchObject({
    status: 403,
    body: { detail: 'Attempts cannot be removed while viewing as somebody else.' },
  });
});
