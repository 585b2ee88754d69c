import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_SHARE_PAGES, NOT_SHARED, SHARING_OFF } from '../../../domain/share-pages.ts';
import { removeExpired } from '../../retention.ts';
import { eventually, smallPdf, upload } from '../../testing/evidence.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, type Answer, startTestServer } from '../../testing/server.ts';
import {
  endTestSharePage,
  insertTestSharePage,
  useTestSharePage,
} from '../../testing/share-pages.queries.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { tickPaper } from '../../testing/ticks.ts';

const server = shareServer();
let schoolId: number;
let student: Person;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  student = await createStudent();
});

const createStudent = async (subjects = ['math_aa_hl', 'physics_hl', 'music_sl']) => {
  const person = await createPerson(server.db, 'student', { schoolId });
  await ok(person, 'POST /subjects', { subjects });
  return person;
};
const { ok } = stepsOn(() => server);

/** So many days from today, by Greenwich. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const PAGE = { name: 'Arjun', subjects: ['math_aa_hl'], ends_on: inDays(30) };
const make = ({ token }: Pick<Person, 'token'>, change: Record<string, unknown> = {}) =>
  server.call('POST /users/me/share-pages', { token, json: { ...PAGE, ...change } });
const listOf = async (who: Person) => (await ok(who, 'GET /users/me/share-pages')).pages;
const revoke = ({ token }: Person, id: string) =>
  server.call(`DELETE /users/me/share-pages/${id}`, { token });
const open = (token: unknown) => server.call('POST /shared', { json: { token } });
const tokenIn = (link: string) => link.split('#token=')[1] ?? '';
/** A new page, and what opens it. */
const share = async (who: Person, change: Record<string, unknown> = {}) => {
  const { status, body } = await make(who, change);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id as string, token: tokenIn(body.link) };
};
const expectDead = ({ status, body }: Answer) =>
  expect({ status, body }).toEqual({ status: 404, body: { detail: NOT_SHARED } });
const asAdmin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });

describe('a student', () => {
  test('makes a page, finds it in the list with the same link, and revokes it', async () => {
    const me = await createStudent();
    const { body } = await make(me, { name: '  Arjun M. ', subjects: ['physics_hl', 'math_aa_hl'] });
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Arjun M.',
      subjects: ['physics_hl', 'math_aa_hl'],
      ends_on: PAGE.ends_on,
      created_at: expect.any(String),
      last_used_at: null,
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/shared#token=[\w-]{43}$/),
    });
    expect(await ok(me, 'GET /users/me/share-pages')).toEqual({ is_on: true, pages: [body] });
    expect((await open(tokenIn(body.link))).status).toBe(200);
    expect((await revoke(me, body.id)).status).toBe(204);
    expectDead(await open(tokenIn(body.link)));
    expect(await listOf(me)).toEqual([]);
    expect((await revoke(me, body.id)).status).toBe(404);
  });

  test('has the newest first, each with a link of its own', async () => {
    const me = await createStudent();
    const [first, second] = [await share(me), await share(me, { name: 'A.' })];
    const pages = await listOf(me);
    expect(pages.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(pages.map(({ link }: { link: string }) => tokenIn(link))).toEqual([second.token, first.token]);
  });

  test('sees when a page was last opened', async () => {
    const me = await createStudent();
    const { id, token } = await share(me);
    await open(token);
    const lastUse = async () => Date.parse((await listOf(me))[0].last_used_at);
    await eventually(async () => expect(Date.now() - (await lastUse())).toBeLessThan(60_000));
    await useTestSharePage(server.db, id, 6);
    expect(Date.now() - (await lastUse())).toBeGreaterThan(300_000);
    await open(token);
    await eventually(async () => expect(Date.now() - (await lastUse())).toBeLessThan(60_000));
  });

  test(`shares ${MAX_SHARE_PAGES} pages at most, however fast they are made`, async () => {
    const me = await createStudent();
    const answers = await Promise.all(
      Array.from({ length: MAX_SHARE_PAGES + 3 }, (_, n) => make(me, { name: `Page ${n}` })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.detail])).toEqual(
      Array.from({ length: 3 }, () => [409, 'You already have 20 share pages. Revoke one first.']),
    );
    const pages = await listOf(me);
    expect(pages).toHaveLength(MAX_SHARE_PAGES);
    await revoke(me, pages[0].id);
    expect((await make(me, { name: 'One more' })).status).toBe(200);
  });

  test.each([
    ['no name', { name: '  ' }, 'name: Must not be empty.'],
    ['a long name', { name: 'x'.repeat(61) }, 'name: Must be at most 60 characters.'],
    ['a name of two lines', { name: 'Arjun\nMehta' }, 'name: Control characters are not allowed.'],
    ['a name that turns around', { name: 'a\u202eb' }, 'name: Text direction characters are not allowed.'],
    ['no subject', { subjects: [] }, 'Choose at least one subject.'],
    ['an unknown subject', { subjects: ['alchemy_hl'] }, 'subjects.0: Unknown subject.'],
    ['a subject twice', { subjects: ['math_aa_hl', 'math_aa_hl'] }, 'subjects: A subject is listed twice.'],
    [
      'a subject that is not taken',
      { subjects: ['math_aa_hl', 'history_sl'] },
      'Choose subjects that you take.',
    ],
    ['an end in the past', { ends_on: inDays(-2) }, 'ends_on: The end date is in the past.'],
    ['an end too far away', { ends_on: inDays(92) }, 'ends_on: The end date is more than 90 days away.'],
    ['no end', { ends_on: null }, /ends_on/],
    ['a time for a day', { ends_on: '2026-12-01T00:00:00Z' }, /ends_on/],
    ['no such day', { ends_on: '2026-02-30' }, /ends_on/],
    ['files', { files: true }, 'Unknown field: files'],
    ['somebody else', { user_id: 1 }, 'Unknown field: user_id'],
  ])('is refused a page with %s', async (_what, change, detail) => {
    const { status, body } = await make(student, change);
    expect(status).toBe(422);
    expect(body.detail).toMatch(detail);
    expect(await listOf(student)).toEqual([]);
  });

  test('may share until today and for 90 days', async () => {
    const me = await createStudent();
    for (const days of [0, 90]) expect((await make(me, { ends_on: inDays(days) })).status).toBe(200);
  });

  test('reaches only their own pages', async () => {
    const [me, other] = [await createStudent(), await createStudent()];
    const { id, token } = await share(other);
    expect(await listOf(me)).toEqual([]);
    expect((await revoke(me, id)).status).toBe(404);
    for (const strange of ['1', 'abc', '%00', '00000000-0000-4000-8000-000000000000'])
      expect((await revoke(me, strange)).status).toBe(404);
    expect((await open(token)).status).toBe(200);
  });
});

describe('the page', () => {
  test('shows what the student’s own tracker counts, and nothing else', async () => {
    const me = await createStudent();
    await ok(me, 'PUT /users/me/preferences', {
      year_ranges: { math_aa_hl: { startYear: 2022, endYear: 2023 } },
      timezone_overrides: { math_aa_hl: { paper2: false, paper3: false } },
      sits: 'TZ2',
      papers: 'all',
    });
    const tick = (change: Record<string, unknown>) => tickPaper(server, me, change);
    await tick({ timezone: 'TZ2', score: 68 });
    // The variant that is not sat is shown because it is done.
    await tick({ timezone: 'TZ1', score: null });
    await tick({ paper: 'paper2', session: 'November', score: 0 });
    // Of another year, which counts in the average as it does for the student; of another subject; and one taken back.
    await tick({ year: 2021, timezone: 'TZ2', score: 100 });
    await tick({ subject_id: 'physics_hl', timezone: 'TZ1', score: 11 });
    await tick({ paper: 'paper3', score: 55 });
    await tick({ paper: 'paper3', is_completed: false });
    await upload(server, me, smallPdf(1));
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    await insertTestLink(server.db, 'active', { teacher, student: me });

    const { token } = await share(me, { subjects: ['math_aa_hl', 'music_sl'] });
    const { status, body } = await open(token);
    expect(status).toBe(200);
    const [maths, music] = body.subjects;
    expect({ ...body, subjects: 2 }).toEqual({
      name: 'Arjun',
      ends_on: PAGE.ends_on,
      only_set: false,
      // Two years of two sittings: three papers each, and the variant that was done besides.
      completed: 3,
      total: 13 + music.total,
      average: 56,
      subjects: 2,
    });
    expect({ ...maths, sittings: 4 }).toEqual({
      subject_id: 'math_aa_hl',
      completed: 3,
      total: 13,
      average: 56,
      sittings: 4,
    });
    const open1 = { timezone: null, done: false, score: null };
    expect(maths.sittings.slice(0, 2)).toEqual([
      {
        year: 2023,
        session: 'May',
        papers: [
          {
            label: 'Paper 1',
            unset: false,
            versions: [
              { timezone: 'TZ2', done: true, score: 68 },
              { timezone: 'TZ1', done: true, score: null },
            ],
          },
          { label: 'Paper 2', unset: false, versions: [open1] },
          { label: 'Paper 3', unset: false, versions: [open1] },
        ],
      },
      {
        year: 2023,
        session: 'November',
        papers: [
          { label: 'Paper 1', unset: false, versions: [{ ...open1, timezone: 'TZ2' }] },
          { label: 'Paper 2', unset: false, versions: [{ timezone: null, done: true, score: 0 }] },
          { label: 'Paper 3', unset: false, versions: [open1] },
        ],
      },
    ]);
    expect(music).toMatchObject({ subject_id: 'music_sl', completed: 0, average: null });
    const text = JSON.stringify(body);
    for (const word of [me.email, me.username, teacher.username, 'physics', 'work', 'file'])
      expect(text).not.toContain(word);
  });

  test('says when only papers that were set count', async () => {
    const me = await createStudent(['physics_hl']);
    const { token } = await share(me, { subjects: ['physics_hl'] });
    const all = (await open(token)).body;
    await ok(me, 'PUT /users/me/preferences', {
      year_ranges: {},
      timezone_overrides: {},
      sits: 'both',
      papers: 'set',
    });
    const set = (await open(token)).body;
    expect([all.only_set, set.only_set]).toEqual([false, true]);
    expect(set.total).toBeLessThan(all.total);
  });

  test('is not kept by anything on the way', async () => {
    const { token } = await share(await createStudent());
    const answer = await fetch(`${server.url}/api/shared`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('follows the student: subjects in their order, without those that were dropped', async () => {
    const me = await createStudent();
    const { token } = await share(me, { subjects: ['math_aa_hl', 'physics_hl'] });
    const subjects = async () =>
      (await open(token)).body.subjects.map((one: { subject_id: string }) => one.subject_id);
    await ok(me, 'POST /subjects', { subjects: ['music_sl', 'physics_hl', 'math_aa_hl'] });
    expect(await subjects()).toEqual(['physics_hl', 'math_aa_hl']);
    await tickPaper(server, me);
    await ok(me, 'POST /subjects', { subjects: ['physics_hl'] });
    expect(await subjects()).toEqual(['physics_hl']);
    expect((await open(token)).body).toMatchObject({ completed: 0, average: null });
    await ok(me, 'POST /subjects', { subjects: [] });
    expect((await open(token)).body).toMatchObject({ subjects: [], total: 0 });
  });
});

describe('a link opens nothing', () => {
  test.each(['x'.repeat(43), 'x', ' ', '\0', 'ÿ'.repeat(400)])('that was guessed: %j', async (token) => {
    expectDead(await open(token));
  });

  test('whose token was changed by one letter, cut off, or is the page’s id or its hash', async () => {
    const { id, token } = await share(await createStudent());
    const other = token.startsWith('A') ? 'B' : 'A';
    for (const wrong of [other + token.slice(1), token.slice(0, -1), `${token}A`, token.toUpperCase(), id])
      expectDead(await open(wrong));
  });

  test.each([[null], [1], [''], [{}], [['x']], ['x'.repeat(513)]])(
    'that is not a token: %j',
    async (token) => {
      expect((await open(token)).status).toBe(422);
    },
  );

  test('once its last day is over everywhere', async () => {
    const me = await createStudent();
    const { id, token } = await share(me);
    const earliest = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
    await endTestSharePage(server.db, id, earliest);
    expect((await open(token)).status).toBe(200);
    await endTestSharePage(server.db, id, new Date(Date.parse(earliest) - 1).toISOString().slice(0, 10));
    expectDead(await open(token));
    expect(await listOf(me)).toEqual([]);
    await removeExpired(server.db);
    expect((await revoke(me, id)).status).toBe(404);
  });

  test('once the account is deleted', async () => {
    const me = await createStudent();
    const { token } = await share(me);
    await ok(me, 'DELETE /users/me', { confirmation: me.username, password: PASSWORD });
    expectDead(await open(token));
  });

  test('while its owner is no student', async () => {
    const me = await createStudent();
    const { token } = await share(me);
    const become = (role: string) => asAdmin(`POST /admin/schools/${schoolId}/users/${me.id}/role`, { role });
    expect((await become('teacher')).status).toBe(200);
    expectDead(await open(token));
    await become('student');
    expect((await open(token)).status).toBe(200);
  });

  test('after too many tries from one network', async () => {
    // Time would give tries back.
    const limited = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
    const { token: login } = await createPerson(limited.db, 'student');
    await limited.call('POST /subjects', { token: login, json: { subjects: PAGE.subjects } });
    const { body } = await limited.call('POST /users/me/share-pages', { token: login, json: PAGE });
    const openIt = async (token: string) => (await limited.call('POST /shared', { json: { token } })).status;
    expect(await openIt(tokenIn(body.link))).toBe(200);
    const statuses: number[] = [];
    for (let round = 0; round < 50; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => openIt('x')))));
    // Which of those sent at once comes last is open.
    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 999 }, () => 404),
      429,
    ]);
    expect(await openIt(tokenIn(body.link))).toBe(429);
    await limited.stop();
  });
});

describe('a school', () => {
  const createSchoolWith = async () => {
    const id = await createSchool(server.db);
    const [admin, me] = [
      await createPerson(server.db, 'school_admin', { schoolId: id }),
      await createPerson(server.db, 'student', { schoolId: id }),
    ];
    await ok(me, 'POST /subjects', { subjects: ['math_aa_hl'] });
    const set = (share_pages: boolean) => ok(admin, `PUT /admin/schools/${id}/settings`, { share_pages });
    return { id, admin, me, set };
  };

  test('switches share pages off and on, for its own students alone, and it is audited once', async () => {
    const { id, admin, me, set } = await createSchoolWith();
    const [own, strange] = [await share(me), await share(student)];
    expect(await ok(admin, 'GET /schooladmin/settings')).toEqual({ share_pages: true });
    expect(await set(false)).toMatchObject({ share_pages: false });
    await set(false);
    expect(await ok(admin, 'GET /schooladmin/settings')).toEqual({ share_pages: false });
    expectDead(await open(own.token));
    expect((await open(strange.token)).status).toBe(200);
    expect(await make(me)).toMatchObject({ status: 403, body: { detail: SHARING_OFF } });
    // What is there can still be revoked: the page would open again with the switch.
    expect(await ok(me, 'GET /users/me/share-pages')).toMatchObject({
      is_on: false,
      pages: [{ id: own.id }],
    });
    await set(true);
    expect((await open(own.token)).status).toBe(200);
    const { body } = await asAdmin(`GET /admin/audit?school_id=${id}`);
    const entry = { action: 'share_pages_switched', actor_id: admin.id, target_id: null };
    expect(body).toMatchObject([
      { ...entry, details: { on: true } },
      { ...entry, details: { on: false } },
    ]);
    await revoke(student, strange.id);
  });

  test('decides about whoever moves there, and no longer about whoever leaves', async () => {
    const { id, set } = await createSchoolWith();
    await set(false);
    const me = await createStudent();
    const { token } = await share(me);
    const moveTo = async (school_id: number | null) => {
      const { email, username, role } = me;
      const { status } = await asAdmin(`PUT /admin/users/${me.id}`, { email, username, role, school_id });
      expect(status).toBe(200);
    };
    await moveTo(id);
    expectDead(await open(token));
    await moveTo(null);
    expect((await open(token)).status).toBe(200);
  });
});

test('a page whose token was sealed on another instance opens, and its link cannot be copied', async () => {
  const me = await createStudent();
  const { id, token } = await insertTestSharePage(server.db, me.id);
  expect((await open(token)).status).toBe(200);
  expect(await listOf(me)).toMatchObject([{ id, link: null }]);
});
