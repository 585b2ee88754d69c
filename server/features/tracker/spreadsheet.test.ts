import { describe, expect, test } from 'vitest';
import { MAX_ATTEMPT_CHANGES } from '../../../domain/attempts.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { listSumDifferences } from './sums.queries.ts';
import { listWrongRecords } from './sums.test.queries.ts';

const server = shareServer();

const student = async () => createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';

type Who = Pick<Person, 'token'>;
type Value = { done_on: string; score: number | null; marks: string | null; note: string | null };
type Change = typeof paper & { entered_at: string; was: Value | null; becomes: Value | null };

const value = (done_on: string, rest: Partial<Value> = {}): Value => ({
  done_on,
  score: null,
  marks: null,
  note: null,
  ...rest,
});
/** At that second of a day, so that several of one import can be told apart. */
const at = (second: number) => `2026-05-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const added = (second: number, becomes: Value, other: Partial<typeof paper> = {}): Change => ({
  ...paper,
  ...other,
  entered_at: at(second),
  was: null,
  becomes,
});
const undone = (changes: readonly Change[]): Change[] =>
  changes.map((change) => ({ ...change, was: change.becomes, becomes: change.was }));

const send = ({ token }: Who, changes: readonly unknown[]) =>
  server.call('POST /completion/spreadsheet', { token, json: { changes } });
const rows = async ({ token }: Who) =>
  (await server.call('GET /completion/spreadsheet', { token })).body.attempts;
const records = async ({ token }: Who) => (await server.call('GET /completion', { token })).body;
const tick = ({ token }: Who, change: Record<string, unknown> = {}) =>
  server.call('POST /completion', { token, json: { ...paper, is_completed: true, score: null, ...change } });

const CHANGED = { status: 200, body: { status: 'success' } };
const OUTDATED = { status: 409, body: { detail: 'Your papers have changed since.' } };

/** A paper that was ticked by hand, and the way to change it by a spreadsheet. */
const ticked = async (was: Value) => {
  const who = await student();
  await tick(who, { ...was, note: was.note ?? '' });
  const [{ entered_at }] = await rows(who);
  const changed = (becomes: Value | null): Change => ({ ...paper, entered_at, was, becomes });
  return { who, changed };
};

test('all attempts of all papers are answered, each paper’s in the order in which they were made', async () => {
  const who = await student();
  await tick(who, { score: 70, marks: '77/110', done_on: '2026-03-05', note: 'Slow.' });
  const json = { ...paper, done_on: '2026-02-05', score: 60 };
  await server.call('POST /completion/attempts', { token: who.token, json });
  await tick(who, { subject_id: 'physics_hl', timezone: null, done_on: '2026-01-05' });
  await tick(who, { year: 2022 });
  await tick(who, { year: 2022, is_completed: false });
  expect(await rows(who)).toEqual([
    { ...paper, entered_at: expect.any(String), ...value('2026-02-05', { score: 60 }) },
    {
      ...paper,
      entered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ...value('2026-03-05', { score: 70, marks: '77/110', note: 'Slow.' }),
    },
    {
      ...paper,
      subject_id: 'physics_hl',
      timezone: null,
      entered_at: expect.any(String),
      ...value('2026-01-05'),
    },
  ]);
});

describe('an import', () => {
  test('adds papers and further attempts, changes and removes them, and the newest is the record', async () => {
    const { who, changed } = await ticked(value('2026-02-05', { score: 50 }));
    const changes = [
      added(1, value('2026-03-05', { score: 80, marks: '88/110', note: 'Calm.' })),
      added(2, value('2026-01-05', { score: 90 })),
      added(3, value('2026-01-06', { score: 0 }), { year: 2022 }),
      changed(value('2026-02-05', { score: 55, note: 'Marked again.' })),
    ];
    expect(await send(who, changes)).toMatchObject(CHANGED);
    expect(await records(who)).toEqual({
      [KEY]: {
        is_completed: true,
        score: 80,
        marks: '88/110',
        file_count: 0,
        attempts: 3,
        best_score: 90,
        earlier: ['2026-01-05', '2026-02-05'],
        note: 'Calm.',
        completed_at: '2026-03-05T10:00:00Z',
      },
      'math_aa_hl-2022-May-paper1-TZ1': expect.objectContaining({ score: 0, attempts: 1 }),
    });
    expect(await rows(who)).toMatchObject([
      { year: 2022, done_on: '2026-01-06', score: 0 },
      { done_on: '2026-01-05', score: 90 },
      { done_on: '2026-02-05', score: 55, note: 'Marked again.' },
      { done_on: '2026-03-05', score: 80, marks: '88/110', note: 'Calm.' },
    ]);
  });

  test('is undone by its reverse, exactly', async () => {
    const { who, changed } = await ticked(value('2026-02-05', { score: 50, note: 'Mine.' }));
    const before = { rows: await rows(who), record: (await records(who))[KEY] };
    const changes = [
      changed(value('2026-02-05', { score: 55 })),
      added(1, value('2026-03-05', { score: 80 })),
      added(2, value('2026-03-05'), { year: 2022 }),
    ];
    await send(who, changes);
    expect(await send(who, undone(changes))).toMatchObject(CHANGED);
    expect({ rows: await rows(who), record: (await records(who))[KEY] }).toEqual(before);
    expect((await records(who))['math_aa_hl-2022-May-paper1-TZ1']).toMatchObject({
      is_completed: false,
      attempts: 0,
    });
  });

  test('sent twice counts once, and so does its Undo', async () => {
    const who = await student();
    const changes = [added(1, value('2026-03-05')), added(2, value('2026-03-06'))];
    for (const answer of [await send(who, changes), await send(who, changes)])
      expect(answer).toMatchObject(CHANGED);
    expect(await rows(who)).toHaveLength(2);
    for (const answer of [await send(who, undone(changes)), await send(who, undone(changes))])
      expect(answer).toMatchObject(CHANGED);
    expect(await rows(who)).toEqual([]);
  });

  test('keeps the time of a tick whose day stays', async () => {
    const who = await student();
    await tick(who, { score: 50 });
    const { completed_at } = (await records(who))[KEY];
    const [{ entered_at, done_on }] = await rows(who);
    const was = value(done_on, { score: 50 });
    await send(who, [{ ...paper, entered_at, was, becomes: { ...was, score: 60 } }]);
    expect((await records(who))[KEY]).toMatchObject({ score: 60, completed_at });
  });

  test('of a paper that was unticked begins anew', async () => {
    const { who } = await ticked(value('2026-02-05', { score: 50 }));
    const json = { ...paper, done_on: '2026-03-05', score: 60 };
    await server.call('POST /completion/attempts', { token: who.token, json });
    await tick(who, { is_completed: false });
    await send(who, [added(1, value('2026-04-05', { score: 70 }))]);
    expect((await records(who))[KEY]).toMatchObject({ score: 70, attempts: 1, best_score: 70 });
    expect(await listWrongRecords(server.db)).toEqual([]);
  });

  test('leaves the sums of the school and every record right', async () => {
    const { who, changed } = await ticked(value('2026-02-05', { score: 50 }));
    const changes = [
      changed(null),
      ...Array.from({ length: 8 }, (_, n) =>
        added(n, value(`2026-0${1 + (n % 3)}-05`, { score: n * 10 }), { year: 2021 + (n % 2) }),
      ),
    ];
    await send(who, changes);
    expect(await rows(who)).toHaveLength(8);
    expect(await listSumDifferences(server.db)).toEqual([]);
    expect(await listWrongRecords(server.db)).toEqual([]);
    await send(who, undone(changes));
    expect(await listSumDifferences(server.db)).toEqual([]);
    expect(await listWrongRecords(server.db)).toEqual([]);
  });

  test('is nobody else’s', async () => {
    const [{ who, changed }, other] = [await ticked(value('2026-02-05')), await student()];
    expect(await send(other, [changed(null)])).toMatchObject(CHANGED);
    expect(await send(other, [changed(value('2026-02-05', { score: 1 }))])).toMatchObject(OUTDATED);
    expect(await rows(who)).toMatchObject([value('2026-02-05')]);
    expect(await rows(other)).toEqual([]);
  });
});

describe('nothing is written', () => {
  /** Beside a row that is right, so that all or nothing can be seen. */
  const refused = async (who: Who, change: unknown) => {
    const before = await rows(who);
    const answer = await send(who, [added(30, value('2026-04-01'), { year: 2019 }), change]);
    expect(await rows(who)).toEqual(before);
    return answer;
  };

  test('if an attempt is not what it was, or has gone', async () => {
    const { who, changed } = await ticked(value('2026-02-05', { score: 50 }));
    await tick(who, { score: 51, done_on: '2026-02-05' });
    expect(await refused(who, changed(value('2026-02-05', { score: 60 })))).toMatchObject(OUTDATED);
    expect(await refused(who, changed(null))).toMatchObject(OUTDATED);
    await tick(who, { is_completed: false });
    expect(await refused(who, changed(value('2026-02-05', { score: 60 })))).toMatchObject(OUTDATED);
  });

  test('if the same was entered elsewhere meanwhile', async () => {
    const { who } = await ticked(value('2026-02-05', { score: 50 }));
    expect(await refused(who, added(1, value('2026-02-05', { score: 50 })))).toMatchObject(OUTDATED);
    expect(await send(who, [added(1, value('2026-02-05', { score: 51 }))])).toMatchObject(CHANGED);
  });

  test('if a paper gets more attempts than it may have', async () => {
    const who = await student();
    const fifty = Array.from({ length: 50 }, (_, n) => added(n, value('2026-02-05', { score: n })));
    expect(await send(who, fifty)).toMatchObject(CHANGED);
    expect(await refused(who, added(51, value('2026-02-06')))).toMatchObject({
      status: 400,
      body: { detail: 'A paper has at most 50 attempts.' },
    });
    // One goes, another comes.
    const [first] = undone(fifty);
    expect(await send(who, [first, added(51, value('2026-02-06'))])).toMatchObject(CHANGED);
  });

  const good = added(1, value('2026-02-05', { score: 50 }));
  test.each<[string, unknown, string]>([
    ['no object', 'x', 'Invalid input: expected object, received string'],
    ['an unknown subject', { ...good, subject_id: 'alchemy' }, 'subject_id: Unknown subject.'],
    ['a paper that was never set', { ...good, year: 2020 }, 'There is no such paper.'],
    ['a day in the future', { ...good, becomes: value('2099-01-01') }, 'The date is in the future.'],
    ['a day that is none', { ...good, becomes: value('2026-02-30') }, 'becomes.done_on: Invalid ISO date'],
    ['a score above 100', { ...good, becomes: value('2026-02-05', { score: 101 }) }, '<=100'],
    [
      'marks that are not the score',
      { ...good, becomes: value('2026-02-05', { score: 50, marks: '1/80' }) },
      'The score does not match the marks.',
    ],
    ['a long note', { ...good, becomes: value('2026-02-05', { note: 'x'.repeat(501) }) }, '500 characters'],
    ['a note with NUL', { ...good, becomes: value('2026-02-05', { note: 'a\0b' }) }, 'Control characters'],
    ['an unknown field', { ...good, id: 1 }, 'Unknown field: id'],
    ['no word of what was', { ...good, was: undefined }, 'was'],
    ['a time without milliseconds', { ...good, entered_at: '2026-05-01T10:00:00Z' }, 'entered_at'],
  ])('for %s', async (_, change, words) => {
    const { status, body } = await refused(await student(), change);
    expect(status).toBe(422);
    expect(body.detail).toMatch(/^Row 2: /);
    expect(body.detail).toContain(words);
  });

  test('if an attempt is listed twice, or there are too many', async () => {
    const who = await student();
    expect(await send(who, [good, good])).toMatchObject({
      status: 422,
      body: { detail: 'Row 2: This attempt is listed twice.' },
    });
    const many = Array.from({ length: MAX_ATTEMPT_CHANGES + 1 }, () => 0);
    expect(await send(who, many)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('At most 2,000 rows can be imported at once.') },
    });
    expect(await rows(who)).toEqual([]);
  });
});
