import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ADDRESSES, api } from '../../contract/index.ts';
import { startHousekeeping } from '../housekeeping.ts';
import { openDisk } from '../storage/open.ts';
import { passTime } from '../testing/clock.queries.ts';
import { eventually } from '../testing/evidence.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../testing/people.ts';
import { cellOf, makeAttempt, refusalOf } from '../testing/rights.ts';
import { ATTEMPTS, createScene } from '../testing/scene.ts';
import { ADMIN_PASSWORD } from '../testing/server.ts';
import { shareServer } from '../testing/shared-server.ts';
import { tickPaper } from '../testing/ticks.ts';
import { countRows } from './idempotency.test.queries.ts';
import { deleteExpiredSessions } from './session.queries.ts';
import { allowRecords, insertOldVisit, listLines, refuseRecords } from './visits.test.queries.ts';

/** The platform admin views as somebody: what is audited, and what that user sees. The clock is stopped. */

const server = shareServer({ stoppedClock: true });

const view = async ({ id }: Pick<Person, 'id'>): Promise<string> =>
  (await server.call(`POST /admin/impersonate/${id}`, { admin: ADMIN_PASSWORD })).body.access_token;
const tick = (token: string, year: number, score: number | null = null, isCompleted = true) =>
  tickPaper(server, { token }, { year, session: 'November', score, is_completed: isCompleted });
const logout = (token: string) => server.call('POST /logout', { token });
const changesOf = async ({ id }: Person) =>
  (await listLines(server.db, id))
    .filter(({ action }) => action === 'changed_as_user')
    .map(({ details }) => details);
const visitsOf = async ({ token }: Person) =>
  (await server.call('GET /users/me/visits', { token })).body.visits;
const YEARS = [2014, 2015, 2016, 2017, 2018, 2019, 2021, 2022, 2023, 2024];

describe('what is changed', () => {
  test('is one entry per kind and minute, with a count', async () => {
    const student = await createPerson(server.db, 'student');
    const token = await view(student);
    // A hundred that each change something, amid the student's own.
    for (let score = 1; score <= 10; score += 1) {
      const answers = await Promise.all(
        YEARS.flatMap((year) => [tick(token, year, score), tick(student.token, year, 99, false)]),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    await server.call('POST /subjects', { token, json: { subjects: ['math_aa_hl'] } });
    expect(await changesOf(student)).toEqual([
      { kind: 'papers', count: 100 },
      { kind: 'subjects', count: 1 },
    ]);
    await passTime(server.db, 60);
    await tick(token, 2023, 50);
    expect(await changesOf(student)).toEqual([
      { kind: 'papers', count: 100 },
      { kind: 'subjects', count: 1 },
      { kind: 'papers', count: 1 },
    ]);
    const [began, first, ...rest] = await listLines(server.db, student.id);
    expect(first).toMatchObject({ actor: 'platform_admin', visit_id: began?.visit_id });
    expect(rest.every(({ visit_id }) => visit_id === began?.visit_id)).toBe(true);
  });

  test('does not include no-ops or refused calls', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const calls: [Person, string, unknown][] = [
      [student, 'POST /subjects', { subjects: ['math_aa_hl', 'physics_hl'] }],
      [student, 'PUT /users/me/preferences', { year_ranges: {}, timezone_overrides: {} }],
      [
        student,
        'POST /completion/bulk',
        { completion_data: { 'math_aa_hl-2023-May-paper1-TZ1': { is_completed: true, score: 7 } } },
      ],
      [teacher, 'POST /teachers/subjects', { subjects: ['math_aa_hl', 'physics_hl'] }],
      [teacher, 'POST /teachers/students', { email: student.email, name: null }],
    ];
    for (const [who, address, json] of calls) await server.call(address, { token: who.token, json });
    await tick(student.token, 2023, 50);
    const tokens = new Map([
      [student, await view(student)],
      [teacher, await view(teacher)],
    ]);
    const statuses: number[] = [];
    for (const [who, address, json] of calls) {
      statuses.push((await server.call(address, { token: tokens.get(who), json })).status);
    }
    statuses.push((await tick(tokens.get(student) ?? '', 2023, 50)).status);
    statuses.push(
      (
        await server.call('POST /completion/bulk', {
          token: tokens.get(student),
          json: { completion_data: {} },
        })
      ).status,
    );
    expect(statuses).toEqual([200, 200, 200, 200, 400, 200, 200]);
    expect(await changesOf(student)).toEqual([]);
    expect(await changesOf(teacher)).toEqual([]);
    // The order of subjects is a change, and so is one paper of many.
    const token = tokens.get(student) ?? '';
    await server.call('POST /subjects', { token, json: { subjects: ['physics_hl', 'math_aa_hl'] } });
    const papers = Object.fromEntries(
      YEARS.map((year) => [`math_aa_hl-${year}-November-paper1`, { is_completed: true, score: 1 }]),
    );
    await server.call('POST /completion/bulk', { token, json: { completion_data: papers } });
    expect(await changesOf(student)).toEqual([
      { kind: 'subjects', count: 1 },
      { kind: 'papers', count: YEARS.length - 1 },
    ]);
  });

  test('does not include what users change themselves', async () => {
    const student = await createPerson(server.db, 'student');
    const token = await view(student);
    await tick(student.token, 2023, 50);
    await server.call('POST /subjects', { token: student.token, json: { subjects: ['math_aa_hl'] } });
    expect(await changesOf(student)).toEqual([]);
    expect((await tick(token, 2023, 51)).status).toBe(200);
    expect(await changesOf(student)).toEqual([{ kind: 'papers', count: 1 }]);
  });

  test('is rolled back when it cannot be audited', async () => {
    for (const address of ADDRESSES) {
      const { impersonated }: Endpoint = api[address];
      if (typeof impersonated !== 'object' || !('records' in impersonated)) continue;
      const scene = await createScene(server);
      const column = refusalOf(cellOf(address, 'student_self')) ? 'teacher_of_student' : 'student_self';
      const me = scene.people[column];
      const attempt = await ATTEMPTS[address]({ server, scene, me, unique: 'unrecorded' });
      const token = await view(me);
      const before = await countRows(server.db);
      await refuseRecords(server.db);
      const answer = await makeAttempt(server, address, attempt, { token });
      await allowRecords(server.db);
      expect({ address, status: answer.status }).toEqual({ address, status: 500 });
      expect({ address, rows: await countRows(server.db) }).toEqual({ address, rows: before });
    }
  });
});

describe('the end', () => {
  test('by returning is audited once, however often it is sent', async () => {
    const student = await createPerson(server.db, 'student');
    const token = await view(student);
    await Promise.all([logout(token), logout(token), logout(token)]);
    const [began, ...rest] = await listLines(server.db, student.id);
    expect(began).toMatchObject({ action: 'impersonated', actor: 'platform_admin' });
    expect(rest).toMatchObject([
      {
        action: 'impersonation_ended',
        actor: 'platform_admin',
        visit_id: began?.visit_id,
        details: { how: 'returned' },
      },
    ]);
    // Users' own logouts are not audited.
    await logout(student.token);
    expect(await listLines(server.db, student.id)).toHaveLength(2);
  });

  test('after 30 minutes is audited once, with its time, by any number of servers and after a crash', async () => {
    const { db } = server;
    const student = await createPerson(db, 'student');
    await view(student);
    await passTime(db, 29 * 60);
    await deleteExpiredSessions(db);
    expect(await listLines(db, student.id)).toHaveLength(1);
    await passTime(db, 3600);
    // A server that dies half-way leaves everything unchanged.
    const crash = db.transaction(async (tx) => {
      await deleteExpiredSessions(tx);
      throw new Error('crash');
    });
    await expect(crash).rejects.toThrow('crash');
    expect(await listLines(db, student.id)).toHaveLength(1);
    await Promise.all([deleteExpiredSessions(db), deleteExpiredSessions(db), deleteExpiredSessions(db)]);
    const [began, ...rest] = await listLines(db, student.id);
    expect(rest).toMatchObject([
      { action: 'impersonation_ended', actor: 'system', details: { how: 'expired' } },
    ]);
    expect(Date.parse(rest[0]?.at ?? '') - Date.parse(began?.at ?? '')).toBe(30 * 60_000);
  });

  test('after 30 minutes is noticed by a running server', async () => {
    const student = await createPerson(server.db, 'student');
    await view(student);
    await passTime(server.db, 31 * 60);
    const housekeeping = startHousekeeping(server.db, pino({ level: 'silent' }), {
      storage: openDisk({ dataDir: '/nowhere' }),
      workFolder: '/nowhere',
    });
    await eventually(async () => {
      expect(await listLines(server.db, student.id)).toMatchObject([
        { action: 'impersonated' },
        { action: 'impersonation_ended' },
      ]);
    });
    housekeeping.stop();
  });

  test("together with all of the user's sessions is audited too", async () => {
    const student = await createPerson(server.db, 'student');
    const token = await view(student);
    const json = { current_password: PASSWORD, new_password: 'another horse battery' };
    expect((await server.call('POST /users/me/password', { token: student.token, json })).status).toBe(200);
    expect((await server.call('GET /users/me', { token })).status).toBe(401);
    expect(await listLines(server.db, student.id)).toMatchObject([
      { action: 'impersonated' },
      { action: 'impersonation_ended', actor: 'system', details: { how: 'closed' } },
    ]);
  });
});

describe('the person', () => {
  test.each(['student', 'teacher', 'school_admin'] as const)(
    'as a %s sees when it was, and what was changed',
    async (role) => {
      const schoolId = await createSchool(server.db);
      const person = await createPerson(server.db, role, { schoolId });
      const other = await createPerson(server.db, role, { schoolId });
      expect(await visitsOf(person)).toEqual([]);
      await insertOldVisit(server.db, person.id);
      const first = await view(person);
      await passTime(server.db, 120);
      if (role !== 'school_admin') {
        await tick(first, 2023, 1);
        await server.call('POST /subjects', { token: first, json: { subjects: ['math_aa_hl'] } });
        await passTime(server.db, 60);
        await tick(first, 2023, 2);
      }
      await logout(first);
      const second = await view(person);
      const changes = [
        { kind: 'papers', count: 2 },
        { kind: 'subjects', count: 1 },
      ];
      const seen = await visitsOf(person);
      expect(seen).toEqual([
        { started_at: expect.any(String), ended_at: null, changes: [] },
        {
          started_at: expect.any(String),
          ended_at: expect.any(String),
          changes: role === 'school_admin' ? [] : changes,
        },
        // From before changes were recorded.
        { started_at: expect.any(String), ended_at: expect.any(String), changes: null },
      ]);
      expect(Date.parse(seen[1].ended_at) - Date.parse(seen[1].started_at)).toBe(
        (role === 'school_admin' ? 2 : 3) * 60_000,
      );
      // The platform admin sees the same while viewing as them; nobody else does.
      expect((await server.call('GET /users/me/visits', { token: second })).body.visits).toEqual(seen);
      expect(await visitsOf(other)).toEqual([]);
      // Its time is over, and nobody has recorded that yet.
      await passTime(server.db, 31 * 60);
      const [last] = await visitsOf(person);
      expect(Date.parse(last.ended_at) - Date.parse(last.started_at)).toBe(30 * 60_000);
    },
  );

  test('sees the newest 20 without changes, and those with changes as well', async () => {
    const student = await createPerson(server.db, 'student');
    for (let n = 0; n < 23; n += 1) {
      const token = await view(student);
      if (n === 1) await tick(token, 2023, 1);
      await logout(token);
      await passTime(server.db, 60);
    }
    const seen = await visitsOf(student);
    const starts = seen.map(({ started_at }: { started_at: string }) => started_at);
    const all = (await listLines(server.db, student.id)).filter(({ action }) => action === 'impersonated');
    const expected = all.map(({ at }) => at).toReversed();
    expect(starts).toEqual([...expected.slice(0, 20), expected[21]]);
    expect(seen.at(-1).changes).toEqual([{ kind: 'papers', count: 1 }]);
  });

  test('reads when the school or the operator made them a password, and nobody else does', async () => {
    const schoolId = await createSchool(server.db);
    const admin = await createPerson(server.db, 'school_admin', { schoolId });
    const student = await createPerson(server.db, 'student', { schoolId });
    const madeFor = async (token: string) =>
      (await server.call('GET /users/me/visits', { token })).body.made_passwords;
    expect(await madeFor(student.token)).toEqual([]);
    await server.call(`POST /schooladmin/users/${student.id}/password`, { token: admin.token });
    await passTime(server.db, 60);
    const { password } = (
      await server.call(`POST /admin/users/${student.id}/password`, { admin: ADMIN_PASSWORD })
    ).body;
    const form = { username: student.username, password };
    const token = (await server.call('POST /token', { form })).body.access_token;
    expect(await madeFor(token)).toEqual([
      { made_at: expect.any(String), by: 'operator' },
      { made_at: expect.any(String), by: 'school' },
    ]);
    expect(await madeFor(admin.token)).toEqual([]);
  });
});
