import { describe, expect, test } from 'vitest';
import { completionKey } from '../../../domain/completion-key.ts';
import { papersOfSitting } from '../../../domain/papers.ts';
import { SUBJECTS } from '../../../domain/subjects.ts';
import { openSession } from '../../http/session.ts';
import { createPerson, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { createCompletionWriter } from './completion-writer.ts';
import { deletePerson, getTimes, insertTestFile } from './tracker.test.queries.ts';

const server = shareServer();

const student = () => createPerson(server.db, 'student');
const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';

const tick = (who: Person, change: Record<string, unknown> = {}) =>
  server.call('POST /completion', {
    token: who.token,
    json: { ...paper, is_completed: true, score: null, ...change },
  });
const records = async (who: Person) => (await server.call('GET /completion', { token: who.token })).body;
const WHEN = { completed_at: expect.any(String) as string };
const once = (best_score: number | null) => ({ attempts: 1, best_score, ...WHEN });
const bulk = (who: Person, completion_data: unknown, rest = {}) =>
  server.call('POST /completion/bulk', { token: who.token, json: { completion_data, ...rest } });

describe('subjects', () => {
  const get = async (who: Person) => (await server.call('GET /subjects', { token: who.token })).body;
  const post = (who: Person, subjects: unknown) =>
    server.call('POST /subjects', { token: who.token, json: { subjects } });

  test('keep their order, per user', async () => {
    const [one, other] = [await student(), await student()];
    expect(await get(one)).toEqual({ subjects: [] });
    const subjects = ['physics_hl', 'english_b_sl', 'math_aa_hl'];
    expect(await post(one, subjects)).toMatchObject({ status: 200, body: { status: 'success', subjects } });
    expect(await get(one)).toEqual({ subjects });
    await post(one, ['math_aa_hl']);
    expect(await get(one)).toEqual({ subjects: ['math_aa_hl'] });
    expect(await get(other)).toEqual({ subjects: [] });
  });

  test.each([
    ['an unknown one', ['alchemy_hl']],
    ['one twice', ['math_aa_hl', 'math_aa_hl']],
    ['text', 'math_aa_hl'],
    ['numbers', [1]],
    ['too many', Array.from({ length: 61 }, (_, n) => `s${n}`)],
  ])('refuse %s and stay unchanged', async (_what, subjects) => {
    const who = await student();
    await post(who, ['physics_hl']);
    expect((await post(who, subjects)).status).toBe(422);
    expect(await get(who)).toEqual({ subjects: ['physics_hl'] });
  });

  test('sent twice at once take effect once', async () => {
    const who = await student();
    const lists = [['physics_hl', 'math_aa_hl'], ['history_sl']];
    const answers = await Promise.all([...lists, ...lists].map((subjects) => post(who, subjects)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(lists).toContainEqual((await get(who)).subjects);
  });
});

describe('a tick', () => {
  test('is stored with its score, and 0 is a score', async () => {
    const who = await student();
    const answer = await tick(who, { score: 0 });
    expect(answer.body).toEqual({ status: 'success', key: KEY, is_completed: true, score: 0 });
    expect(await records(who)).toEqual({
      [KEY]: { is_completed: true, score: 0, file_count: 0, ...once(0) },
    });
  });

  test('keeps the marks of its score, until it gets another score or is unticked', async () => {
    const who = await student();
    const marks = async () => (await records(who))[KEY]?.marks;
    await tick(who, { score: 59, marks: '47/80' });
    expect(await records(who)).toEqual({
      [KEY]: { is_completed: true, score: 59, marks: '47/80', file_count: 0, ...once(59) },
    });
    // Another share of the marks that is the same in per cent is another result all the same.
    await tick(who, { score: 59, marks: '59/100' });
    expect(await marks()).toBe('59/100');
    await tick(who, { score: 59 });
    expect(await marks()).toBeUndefined();
    await tick(who, { score: 59, marks: '47/80' });
    await tick(who, { is_completed: false, score: 59, marks: '47/80' });
    await tick(who, {});
    expect(await marks()).toBeUndefined();
  });

  test.each([
    ['of another score', { score: 60, marks: '47/80' }],
    ['without a score', { marks: '47/80' }],
    ['more than there are', { score: 100, marks: '81/80' }],
    ['of nothing', { score: 0, marks: '0/0' }],
    ['that are text', { score: 59, marks: 'many' }],
    ['that are a number', { score: 59, marks: 47 }],
  ])('refuses marks %s', async (_what, change) => {
    const who = await student();
    const answer = await tick(who, change);
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/marks/) } });
    expect(await records(who)).toEqual({});
  });

  test('without a score has none, and loses the one it had', async () => {
    const who = await student();
    await tick(who, { score: 70 });
    const answer = await tick(who, { score: undefined });
    expect(answer.body).toEqual({ status: 'success', key: KEY, is_completed: true, score: null });
    expect((await records(who))[KEY]).toMatchObject({ is_completed: true, score: null });
  });

  test('has a time, which a new score keeps and an untick clears', async () => {
    const who = await student();
    const since = Math.floor(Date.now() / 1000) * 1000;
    const at = async () => (await records(who))[KEY]?.completed_at;
    await tick(who, { score: 50 });
    const first = await at();
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(since);
    await tick(who, { score: 60 });
    expect(await at()).toBe(first);
    await tick(who, { is_completed: false, score: null });
    expect(await at()).toBeNull();
  });

  describe('with the day on which it was done', () => {
    const at = async (who: Person) => (await records(who))[KEY]?.completed_at;
    const dayFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);

    test('has a time on that day, which a new score keeps and another day moves', async () => {
      const who = await student();
      await tick(who, { done_on: '2025-11-03' });
      expect(await at(who)).toBe('2025-11-03T10:00:00Z');
      await tick(who, { score: 60 });
      expect(await at(who)).toBe('2025-11-03T10:00:00Z');
      await tick(who, { score: 60, done_on: '2025-12-24' });
      expect(await at(who)).toBe('2025-12-24T10:00:00Z');
    });

    test('comes back with it after an untick', async () => {
      const who = await student();
      await tick(who, { done_on: '2025-11-03', score: 60 });
      await tick(who, { is_completed: false, done_on: '2025-11-03' });
      expect(await at(who)).toBeNull();
      await tick(who, { done_on: '2025-11-03', score: 60 });
      expect(await at(who)).toBe('2025-11-03T10:00:00Z');
    });

    test('may be today wherever that has begun, and its time is never in the future', async () => {
      const who = await student();
      expect((await tick(who, { done_on: dayFromNow(14) })).status).toBe(200);
      expect(Date.parse((await at(who)) ?? '')).toBeLessThanOrEqual(Date.now());
    });

    test.each([
      [() => dayFromNow(48), 'done_on: The date is in the future.'],
      [() => '1999-12-31', 'done_on: The date is too long ago.'],
      [() => '2025-02-30', expect.stringMatching(/^done_on: /)],
      [() => '2025-11-03T10:00:00Z', expect.stringMatching(/^done_on: /)],
      [() => 20_251_103, expect.stringMatching(/^done_on: /)],
    ])('is refused for %s', async (day, detail: string) => {
      const who = await student();
      expect(await tick(who, { done_on: day() })).toMatchObject({ status: 422, body: { detail } });
      expect(await records(who)).toEqual({});
    });
  });

  test('exists side by side in TZ1, TZ2 and without a zone', async () => {
    const who = await student();
    await tick(who, { score: 1 });
    await tick(who, { timezone: 'TZ2', score: 2 });
    await tick(who, { timezone: null, score: 3 });
    await tick(who, { timezone: null, score: 4 });
    const all = await records(who);
    expect(Object.keys(all)).toHaveLength(3);
    expect(all['math_aa_hl-2023-May-paper1'].score).toBe(4);
  });

  test('undone loses its score and keeps its files', async () => {
    const who = await student();
    await tick(who, { score: 70 });
    await insertTestFile(server.db, who.id, KEY);
    await tick(who, { is_completed: false, score: 70 });
    expect(await records(who)).toEqual({
      [KEY]: {
        is_completed: false,
        score: null,
        file_count: 1,
        attempts: 0,
        best_score: null,
        completed_at: null,
      },
    });
  });

  test('scored again keeps the time at which it was ticked', async () => {
    const who = await student();
    await tick(who, { score: 50 });
    const before = await getTimes(server.db, who.id);
    await tick(who, { score: 60 });
    const after = await getTimes(server.db, who.id);
    expect(after.completed_at).toBe(before.completed_at);
    expect(after.updated_at > before.updated_at).toBe(true);
  });

  test('belongs to the user who made it', async () => {
    const [one, other] = [await student(), await createPerson(server.db, 'teacher')];
    await tick(one, { score: 10 });
    expect(await records(other)).toEqual({});
    await tick(other, { score: 20 });
    expect((await records(one))[KEY].score).toBe(10);
  });

  test.each([
    [{ year: 2020 }],
    [{ paper: 'essay' }],
    [{ subject_id: 'alchemy_hl' }],
    [{ score: 101 }],
    [{ score: '5' }],
    [{ is_completed: null }],
  ])('with %j is refused and leaves no trace', async (change) => {
    const who = await student();
    expect((await tick(who, change)).status).toBe(422);
    expect(await records(who)).toEqual({});
  });

  test('of many students at once is written for each, the last value of each paper winning', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, student));
    const statuses = await Promise.all(
      Array.from({ length: 160 }, async (_, n) => {
        const who = people[n % people.length];
        return who ? (await tick(who, { year: 2017 + (n % 3), score: n % 101 })).status : 0;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const who of people) {
      const last = await tick(who, { year: 2018, score: 99 });
      expect(last.status).toBe(200);
      expect((await records(who))['math_aa_hl-2018-May-paper1-TZ1'].score).toBe(99);
    }
  });

  test('of one paper, many at once, hold up nobody else', async () => {
    const [busy, other] = [await student(), await student()];
    const write = createCompletionWriter(server.db);
    const written: (number | null)[] = [];
    const change = {
      subjectId: 'math_aa_hl',
      year: 2023,
      session: 'May',
      paper: 'paper1',
      timezone: 'TZ1',
    } as const;
    const send = async ({ id }: Person, score: number) => {
      await write({ change: { ...change, userId: id, isCompleted: true, score, marks: null } });
      written.push(score);
    };
    await Promise.all([...[1, 2, 3, 4, 5].map((score) => send(busy, score)), send(other, 99)]);
    expect(written).toEqual([1, 99, 2, 3, 4, 5]);
    expect((await records(busy))[KEY].score).toBe(5);
  });

  test('of a user deleted meanwhile is refused without affecting others', async () => {
    const [gone, here] = [await student(), await student()];
    const answers = Promise.all([tick(gone), tick(here), tick(here, { year: 2019 })]);
    await deletePerson(server.db, gone.id);
    const [first, ...rest] = await answers;
    expect([200, 401]).toContain(first?.status);
    expect(rest.map(({ status }) => status)).toEqual([200, 200]);
    expect((await tick(gone)).status).toBe(401);
  });
});

describe("a guest's records", () => {
  const good = { 'math_aa_hl-2023-May-paper1-TZ1': { is_completed: true, score: 80 } };

  test('are merged: valid ones are accepted, the others are named', async () => {
    const who = await student();
    const answer = await bulk(who, {
      ...good,
      'physics_sl-2019-November-paper2-TZ2': { is_completed: true },
      'history_sl-2019-May-paper1-TZ2': { is_completed: false, score: null },
      'math_aa_hl-2020-May-paper1-TZ1': { is_completed: true, score: 1 },
      'physics_sl-2018-May-paper1': { is_completed: true, score: 101 },
      'physics_sl-2018-May-paper2': { is_completed: 'yes' },
      nonsense: null,
    });
    expect(answer.body).toEqual({
      imported: 3,
      skipped: [
        'math_aa_hl-2020-May-paper1-TZ1',
        'physics_sl-2018-May-paper1',
        'physics_sl-2018-May-paper2',
        'nonsense',
      ],
    });
    expect(await records(who)).toEqual({
      'math_aa_hl-2023-May-paper1-TZ1': { is_completed: true, score: 80, file_count: 0, ...once(80) },
      'physics_sl-2019-November-paper2-TZ2': {
        is_completed: true,
        score: null,
        file_count: 0,
        ...once(null),
      },
    });
  });

  test('never overwrite or remove what the account has', async () => {
    const who = await student();
    await tick(who, { score: 55 });
    await bulk(who, good);
    expect((await records(who))[KEY].score).toBe(55);
    await bulk(who, { [KEY]: { is_completed: false, score: null } });
    expect((await records(who))[KEY]).toMatchObject({ is_completed: true, score: 55 });
  });

  test('tick what was unticked before the login, and respect what was unticked after it', async () => {
    const elsewhere = await student();
    const untick = () => tick(elsewhere, { is_completed: false });
    await untick();
    const who = { ...elsewhere, token: await openSession(server.db, elsewhere) };
    expect((await bulk(who, good)).body).toEqual({ imported: 1, skipped: [] });
    expect((await records(who))[KEY]).toMatchObject({ is_completed: true, score: 80 });
    await untick();
    const other = 'physics_sl-2019-November-paper2-TZ2';
    const answer = await bulk(who, { ...good, [other]: { is_completed: true } });
    expect(answer.body).toEqual({ imported: 1, skipped: [KEY] });
    expect(await records(who)).toMatchObject({
      [KEY]: { is_completed: false },
      [other]: { is_completed: true },
    });
  });

  test('leave what was unticked since the guest ticked it, whichever login brings them', async () => {
    const elsewhere = await student();
    await tick(elsewhere, { is_completed: false });
    const who = { ...elsewhere, token: await openSession(server.db, elsewhere) };
    // As the app sends it: with the day on which it was ticked.
    const ticked = (completed_at: string) => ({
      [KEY]: { is_completed: true, score: 80, completed_at, done_on: '2001-01-01' },
    });
    // Even a clock that is wrong by years tells how long ago it was.
    const sent_at = '2001-01-01T00:10:00Z';
    for (const before of ['2001-01-01T00:00:00Z', '0001-01-01T00:00:00Z']) {
      const answer = await bulk(who, ticked(before), { sent_at });
      expect(answer.body, before).toEqual({ imported: 0, skipped: [KEY] });
    }
    expect((await records(who))[KEY].is_completed).toBe(false);
    for (const after of [sent_at, '9999-01-01T00:00:00Z', 'yesterday']) {
      await tick(elsewhere, { is_completed: false });
      const next = { ...elsewhere, token: await openSession(server.db, elsewhere) };
      expect((await bulk(next, ticked(after), { sent_at })).body, after).toEqual({
        imported: 1,
        skipped: [],
      });
    }
    expect((await bulk(who, good, { sent_at: 'now' })).status).toBe(422);
  });

  test('were done on the day that the guest named', async () => {
    const elsewhere = await student();
    await tick(elsewhere, { is_completed: false });
    const who = { ...elsewhere, token: await openSession(server.db, elsewhere) };
    const done = { is_completed: true, score: null, completed_at: '2025-11-03T10:00:00Z' };
    const other = 'physics_sl-2019-November-paper2-TZ2';
    const answer = await bulk(
      who,
      { [KEY]: { ...done, done_on: '2025-11-03' }, [other]: { ...done, done_on: '3 Nov' } },
      { sent_at: new Date().toISOString() },
    );
    // The untick was after that day, but before the login.
    expect(answer.body).toEqual({ imported: 2, skipped: [] });
    const all = await records(who);
    expect(all[KEY].completed_at).toBe('2025-11-03T10:00:00Z');
    expect(Date.parse(all[other].completed_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('sent twice at once take effect once, and can be empty', async () => {
    const who = await student();
    const answers = await Promise.all([bulk(who, good), bulk(who, good), bulk(who, {})]);
    expect(answers.map(({ body }) => body.imported)).toEqual([1, 1, 0]);
    expect(Object.keys(await records(who))).toHaveLength(1);
  });

  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, value]));

  test('beyond the limit are refused', async () => {
    expect(await bulk(await student(), many(2001, 0))).toMatchObject({
      status: 422,
      body: { detail: 'completion_data: Too many records.' },
    });
    // Far more are not even parsed.
    expect(await bulk(await student(), many(19_000, 0))).toMatchObject({
      status: 400,
      body: { detail: 'The body has too many values.' },
    });
  });

  test('up to the limit are all accepted, with every field that a browser stores', async () => {
    const who = await student();
    const papers = SUBJECTS.flatMap(({ id }) =>
      papersOfSitting({ subjectId: id, year: 2023, session: 'May' }).flatMap(({ paper: name }) =>
        [null, 'TZ1' as const, 'TZ2' as const].map((timezone) =>
          completionKey({ subjectId: id, year: 2023, session: 'May', paper: name, timezone }),
        ),
      ),
    );
    const completed_at = '2025-11-16T10:00:00.000Z';
    const kept = { is_completed: true, score: 100, marks: '80/80', completed_at, done_on: '2025-11-16' };
    const real = Object.fromEntries(papers.map((key) => [key, kept]));
    const answer = await bulk(who, { ...real, ...many(2000 - papers.length, kept) });
    expect(answer).toMatchObject({ status: 200, body: { imported: papers.length } });
    expect(Object.keys(await records(who)).toSorted()).toEqual(papers.toSorted());
  });

  test('name at most a hundred invalid ones', async () => {
    const answer = await bulk(await student(), { ...many(2000, null), ...good });
    expect(answer.status).toBe(422);
    const fitting = await bulk(await student(), { ...many(1999, null), ...good });
    expect(fitting.body.imported).toBe(1);
    expect(fitting.body.skipped).toEqual(Object.keys(many(100, null)));
  });

  test.each([[null], [[]], ['text'], [undefined]])('as %j are refused', async (data) => {
    expect((await bulk(await student(), data)).status).toBe(422);
  });
});
