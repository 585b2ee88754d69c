import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { claimAddresses, lockUsers } from '../../db/locks.queries.ts';
import { createThrottle } from '../../http/throttle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/evidence.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { insertMailedLink } from '../../testing/mail-links.queries.ts';
import { proveTestUser } from '../../testing/people.queries.ts';
import { createPerson, createSchool, PASSWORD } from '../../testing/people.ts';
import { PATIENT } from '../../testing/postgres.ts';
import { startRelay } from '../../testing/relay.ts';
import { ADMIN_PASSWORD, startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import {
  countAudit,
  countUsersLike,
  countWaiting,
  insertPendingLink,
  listLinks,
  moveUser,
  takeAddress,
} from '../platform-admin/platform-admin.test.queries.ts';

const server = shareServer();
let schoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
});

const admin = (address: string, json?: unknown, to = server) =>
  to.call(address, { admin: ADMIN_PASSWORD, json });
const send = (rows: unknown, school = schoolId) => admin(`POST /admin/schools/${school}/batch-import`, rows);
const check = (rows: unknown, school = schoolId) =>
  admin(`POST /admin/schools/${school}/batch-import/check`, rows);
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    username: `${name}${n}`,
    email: `${name}${n}@import.org`,
    role: n % 5 === 0 ? 'teacher' : 'student',
  }));

describe('an import', () => {
  test('creates users of the school with working passwords', async () => {
    const rows = rowsOf('works', 6);
    const { status, body } = await send([
      { ...rows[0], email: 'Works0@IMPORT.org' },
      ...rows.slice(1),
      { username: '=cmd()', email: '=1+1@import.org', role: 'student' },
    ]);
    expect(status).toBe(200);
    expect(body.imported.slice(0, 6)).toEqual(
      rows.map((row) => ({ ...row, password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) })),
    );
    // A formula is a text like any other; only a spreadsheet would run it.
    expect(body.imported[6]).toMatchObject({ username: '=cmd()', email: '=1+1@import.org' });
    expect(new Set(body.imported.map((row: { password: string }) => row.password)).size).toBe(7);
    for (const { username, password, role } of body.imported) {
      const query = role === 'teacher' ? '?login_type=teacher' : '';
      const login = await server.call(`POST /token${query}`, { form: { username, password } });
      expect(login.status).toBe(200);
    }
    const { users } = (await admin(`GET /admin/schools/${schoolId}/users-and-classes`)).body;
    expect(users).toHaveLength(7);
    const { body: entries } = await admin(`GET /admin/audit?school_id=${schoolId}`);
    expect(entries.filter((entry: { action: string }) => entry.action === 'users_imported')).toMatchObject([
      { actor: 'platform_admin', details: { students: 5, teachers: 2 } },
    ]);
    for (const { password } of body.imported) expect(server.logged()).not.toContain(password);
  });

  test('lets teachers follow the students whose address they had added', async () => {
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    for (const n of [0, 1]) await insertPendingLink(server.db, teacher.id, `waited${n}@import.org`);
    expect((await send(rowsOf('waited', 2))).status).toBe(200);
    expect(await listLinks(server.db, teacher.id)).toMatchObject([
      // The first is a teacher now.
      { email: 'waited0@import.org', status: 'pending', student_id: null },
      { email: 'waited1@import.org', status: 'active' },
    ]);
  });

  test('puts students into groups of the school, which are made where there is none of that name', async () => {
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const taken = await createPerson(server.db, 'student', {
      email: 'in.group@import.org',
      isConfirmed: true,
    });
    const rows = [
      { username: 'group0', email: 'group0@import.org', role: 'student', group: ' 12B ;12 Physics; 12b;' },
      { username: 'group1', email: 'group1@import.org', role: 'student', group: '12b' },
      { username: 'group2', email: 'group2@import.org', role: 'student', group: '' },
      { username: 'group3', email: 'group3@import.org', role: 'teacher', group: ' ' },
      { username: 'group4', email: taken.email, role: 'student', group: '12B', take_in: taken.id },
    ];
    const faulty = { ...rows[3], group: '12B', row: 4 };
    expect((await check([rows[0], faulty].map((row) => ({ ...row })))).body.rows).toMatchObject([
      { outcome: 'new' },
      { row: 4, outcome: 'faulty', reason: 'Only students can be in a group.' },
    ]);
    expect((await send(rows.slice(0, 2))).status).toBe(200);
    expect((await send(rows.slice(2))).status).toBe(200);
    const emails = rows.map(({ email }) => email);
    const json = { teacher_email: teacher.email, student_emails: emails.filter((_, n) => n !== 3) };
    await admin(`POST /admin/schools/${schoolId}/classes`, json);
    const ask = async (what: string) => (await server.call(`GET /teachers/${what}`, teacher)).body[what];
    const ids = new Map(
      (await ask('students')).map(({ id, email }: { id: number; email: string }) => [email, id]),
    );
    expect(await ask('groups')).toEqual([
      { id: expect.any(Number), name: '12 Physics', is_school: true, students: [ids.get(emails[0])] },
      {
        id: expect.any(Number),
        name: '12B',
        is_school: true,
        students: [0, 1, 4].map((n) => ids.get(emails[n])).toSorted((a, b) => Number(a) - Number(b)),
      },
    ]);
  });

  test('sent twice at once happens once', async () => {
    const before = await countAudit(server.db, 'users_imported');
    const answers = await Promise.all([send(rowsOf('twice', 8)), send(rowsOf('twice', 8))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: 'Row 1: This email is already registered.',
    });
    expect(await countUsersLike(server.db, 'twice%')).toBe(8);
    expect(await countAudit(server.db, 'users_imported')).toBe(before + 1);
  });

  describe('with a bad row imports nobody, and names the row', () => {
    const good = { username: 'bad0', email: 'bad0@import.org', role: 'student' };
    const with2 = (change: Record<string, unknown>) => [
      good,
      { username: 'bad1', email: 'bad1@import.org', role: 'student', ...change },
    ];
    const cases: [string, unknown, number, string | RegExp][] = [
      ['a school admin', with2({ role: 'school_admin' }), 422, 'Row 2: Role must be student or teacher.'],
      ['a role in another case', with2({ role: 'Teacher' }), 422, 'Row 2: Role must be student or teacher.'],
      ['no role', with2({ role: undefined }), 422, 'Row 2: Role must be student or teacher.'],
      ['no valid e-mail', with2({ email: 'a@b@school.edu' }), 422, 'Row 2: Enter a valid email address.'],
      ['no e-mail', with2({ email: undefined }), 422, /^Row 2: email: /],
      ['an @ in the username', with2({ username: 'a@b' }), 422, 'Row 2: Username must not contain @.'],
      ['a long username', with2({ username: 'x'.repeat(61) }), 422, /^Row 2: username: Must be at most 60/],
      ['NUL', with2({ username: 'a\0b' }), 422, /^Row 2: username: Control characters/],
      ['a number', with2({ username: 5 }), 422, /^Row 2: username: /],
      ['a group for a teacher', with2({ role: 'teacher', group: '12B' }), 422, 'Row 2: Only students can be'],
      [
        'a long group',
        with2({ group: `12B; ${'x'.repeat(61)}` }),
        422,
        'Row 2: The name of a group must be at',
      ],
      [
        'too many groups',
        with2({ group: 'abcdefghijklmnopqrstu'.split('').join(';') }),
        422,
        /^Row 2: At most 20/,
      ],
      ['a bidi character in a group', with2({ group: 'a\u202eb' }), 422, /^Row 2: group: Text direction/],
      ['a number for a group', with2({ group: 12 }), 422, /^Row 2: group: /],
      ['a password', with2({ password: 'chosen' }), 422, 'Row 2: Unknown field: password'],
      ['a school', with2({ school_id: 1 }), 422, 'Row 2: Unknown field: school_id'],
      ['a text for a row', [good, 'bad1'], 422, /^Row 2: /],
      ['a username twice', with2({ username: 'BAD0' }), 422, 'Row 2: This username is also in row 1.'],
      ['two alphabets', with2({ username: 'bаd0' }), 422, 'Row 2: Username must not mix'],
      ['a look twice', with2({ username: 'ʙᴀᴅ0' }), 422, 'Row 2: This username looks like the one in row 1.'],
      ['an e-mail twice', with2({ email: 'Bad0@import.org' }), 422, 'Row 2: This email is also in row 1.'],
      ['no rows', [], 422, 'An import must be a list of users.'],
      ['an object', { users: [good] }, 422, 'An import must be a list of users.'],
    ];
    test.each(cases)('%s', async (_what, rows, status, detail) => {
      const answer = await send(rows);
      expect(answer.status).toBe(status);
      expect(answer.body.detail).toMatch(detail);
      expect(await countUsersLike(server.db, 'bad%')).toBe(0);
    });

    test.each([
      ['username', { username: 'EXISTING' }, 'Row 2: This username is already taken.'],
      ['email', { email: 'EXISTING@import.org' }, 'Row 2: This email is already registered.'],
    ])('a %s that is taken', async (what, change, detail) => {
      const taken = { username: 'existing', email: 'existing@import.org' };
      const { id } = await createPerson(
        server.db,
        'student',
        what === 'username' ? { username: taken.username } : { email: taken.email },
      );
      await proveTestUser(server.db, id);
      expect(await send(with2(change))).toMatchObject({ status: 409, body: { detail } });
      expect(await countUsersLike(server.db, 'bad%')).toBe(0);
    });

    test('a username that looks like one that is taken', async () => {
      await createPerson(server.db, 'student', { username: 'Hope' });
      expect(await send(with2({ username: 'норе' }))).toMatchObject({
        status: 409,
        body: { detail: 'Row 2: This username looks like one that is already taken.' },
      });
      expect(await countUsersLike(server.db, 'bad%')).toBe(0);
    });

    test('501 rows', async () => {
      const tooMany = { status: 413, body: { detail: 'An import can have at most 500 rows.' } };
      expect(await send(rowsOf('bad', 501))).toMatchObject(tooMany);
      expect(await countUsersLike(server.db, 'bad%')).toBe(0);
      // The screen asks about the whole of a list that it imports in parts.
      expect((await check(rowsOf('bad', 501))).body.rows).toHaveLength(501);
      expect(await check(rowsOf('bad', 5001))).toMatchObject({
        status: 413,
        body: { detail: 'An import can have at most 5,000 rows.' },
      });
    });

    test('far too many, before any of them is looked at', async () => {
      const faulty = (count: number) => Array.from({ length: count }, () => ({}));
      const roster = { people: [], classes: [], is_delta: true, left: [] };
      const classes = { list: [], is_delta: true, courses: {}, ends_links: false, links_ended: 0 };
      const courses = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`Course ${n}`, 'none']));
      for (const [call, json] of [
        ['batch-import', faulty(10_001)],
        ['batch-import/check', faulty(10_001)],
        ['roster/check', { ...roster, people: faulty(10_001) }],
        ['roster/check', { ...roster, classes: faulty(4001) }],
        ['roster/check', { ...roster, left: faulty(80_001) }],
        ['roster', { people: faulty(10_001) }],
        ['roster', { people: [], classes: { ...classes, list: faulty(4001) } }],
        ['roster', { people: [], classes: { ...classes, courses } }],
      ] as const)
        expect(await admin(`POST /admin/schools/${schoolId}/${call}`, json)).toMatchObject({
          status: 422,
          body: { detail: expect.stringMatching(/The list is far too long\.$/) },
        });
    });
  });
});

describe('a check', () => {
  test('says of each row what an import would do, and does nothing', async () => {
    const elsewhere = await createSchool(server.db);
    const here = await createPerson(server.db, 'teacher', {
      username: 'known',
      email: 'k@import.org',
      schoolId,
      isConfirmed: true,
    });
    await createPerson(server.db, 'student', { email: 'away@import.org', schoolId: elsewhere });
    const free = await createPerson(server.db, 'student', {
      email: 'free@import.org',
      isConfirmed: true,
    });
    const rows = [
      { username: 'fresh', email: 'fresh@import.org', role: 'student' },
      { username: 'KNOWN', email: 'x@import.org', role: 'student' },
      { username: 'y', email: 'K@import.org', role: 'student' },
      { username: 'z', email: 'z@import.org', role: 'school_admin' },
      { username: '', email: 'v@import.org', role: 'student' },
      { username: 'w', email: 'FRESH@import.org', role: 'student' },
      { username: 'Fresh', email: 'u@import.org', role: 'student' },
      { username: 'a\0b', email: 'nope', role: 'student' },
      { username: 'q', email: 'away@import.org', role: 'student' },
      { username: 'known', email: 'free@import.org', role: 'student' },
    ];
    const { status, body } = await check(rows);
    expect(status).toBe(200);
    const account = ({ id, username }: typeof free, role: string) => ({
      id,
      username,
      role,
      created_at: expect.any(String),
    });
    expect(body.rows).toEqual([
      { row: 1, outcome: 'new', reason: null },
      {
        row: 2,
        outcome: 'username_taken',
        reason: 'This username is already taken.',
        suggestion: 'KNOWN2',
      },
      {
        row: 3,
        outcome: 'unchanged',
        reason: 'This email is already registered.',
        account: account(here, 'teacher'),
      },
      { row: 4, outcome: 'faulty', reason: 'Role must be student or teacher.' },
      { row: 5, outcome: 'faulty', reason: 'Username is required.' },
      { row: 6, outcome: 'faulty', reason: 'This email is also in row 1.' },
      {
        row: 7,
        outcome: 'username_repeated',
        reason: 'This username is also in row 1.',
        suggestion: 'Fresh2',
      },
      { row: 8, outcome: 'faulty', reason: 'username: Control characters are not allowed.' },
      {
        row: 9,
        outcome: 'other_school',
        reason: 'This email belongs to an account at another school.',
      },
      {
        row: 10,
        outcome: 'no_school',
        reason: 'This email is already registered.',
        account: account(free, 'student'),
      },
    ]);
    expect(await countUsersLike(server.db, 'fresh%')).toBe(0);
    // The import says the same of each row by itself.
    for (const [index, { outcome, reason }] of body.rows.entries()) {
      if (outcome === 'new' || reason.includes('row 1')) continue;
      const answer = await send([rows[index]]);
      expect(answer.status).toBe(outcome === 'faulty' ? 422 : 409);
      expect(answer.body.detail).toBe(`Row 1: ${reason}`);
    }
  });

  test('suggests names that neither an account nor another row has, and that are valid', async () => {
    const long = 'n'.repeat(60);
    for (const username of ['sam', 'sam3', 'Ѕam4', 'sam1', long])
      await createPerson(server.db, 'student', { username });
    const names = ['sam', 'SAM', 'sam2', 'sam1', long, 'sam6'];
    const { body } = await check(
      names.map((username, n) => ({ username, email: `sam${n}@import.org`, role: 'student' })),
    );
    expect(body.rows.map((row: { suggestion?: string }) => row.suggestion)).toEqual([
      // 2 and 6 are names of other rows, 3 is an account's, and 4 looks like one.
      'sam5',
      'sam7',
      undefined,
      'sam1-2',
      `${'n'.repeat(59)}2`,
      undefined,
    ]);
  });

  test('finds a name for each of many with one name, also where the first ones are taken', async () => {
    for (let number = 2; number <= 12; number += 1)
      await createPerson(server.db, 'student', { username: `kim${number}` });
    const { body } = await check(
      Array.from({ length: 4 }, (_, n) => ({
        username: 'kim',
        email: `kim${n}@import.org`,
        role: 'student',
      })),
    );
    expect(body.rows.map((row: { suggestion?: string }) => row.suggestion)).toEqual([
      undefined,
      'kim13',
      'kim14',
      'kim15',
    ]);
  });

  test("names rows by the numbers of the caller's file", async () => {
    const rows = rowsOf('file', 2).map((row, n) => ({ ...row, email: 'file@import.org', row: 600 + n }));
    const reason = 'This email is also in row 600.';
    expect((await check(rows)).body.rows[1]).toEqual({ row: 601, outcome: 'faulty', reason });
    expect(await send(rows)).toMatchObject({ status: 422, body: { detail: `Row 601: ${reason}` } });
  });

  test('of 500 rows is one answer', async () => {
    const { body } = await check(rowsOf('many', 500));
    expect(body.rows).toHaveLength(500);
    expect(new Set(body.rows.map((row: { outcome: string }) => row.outcome))).toEqual(new Set(['new']));
  });

  test('refuses what is not rows', async () => {
    expect((await check([{ username: 'a', email: 'b' }])).body.detail).toMatch(/^Row 1: role: /);
    expect((await check([{ username: 'x'.repeat(1001), email: 'b', role: 'c' }])).status).toBe(422);
  });
});

describe('an account without a school', () => {
  const freePerson = (name: string, role: 'student' | 'teacher' = 'student') =>
    createPerson(server.db, role, { username: name, email: `${name}@import.org`, isConfirmed: true });
  const rowFor = (name: string, takeIn?: number, role = 'student') => ({
    username: `${name}.in.the.list`,
    email: `${name}@import.org`,
    role,
    ...(takeIn !== undefined && { take_in: takeIn }),
  });
  const schoolOf = async (id: number) =>
    (await admin('GET /admin/users')).body.find((user: { id: number }) => user.id === id)?.school_id;

  test('is taken in where this is asked for: it keeps name and password, its sessions end, it is audited', async () => {
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const leo = await freePerson('leo');
    await insertPendingLink(server.db, teacher.id, 'leo@import.org');
    const newcomer = { username: 'leonie', email: 'leonie@import.org', role: 'student' };
    const { status, body } = await send([rowFor('leo', leo.id), newcomer]);
    expect(status).toBe(200);
    expect(body).toEqual({
      imported: [{ ...newcomer, password: expect.any(String) }],
      taken_in: [{ username: 'leo', email: 'leo@import.org', role: 'student' }],
      changed: [],
    });
    expect(await schoolOf(leo.id)).toBe(schoolId);
    expect((await server.call('GET /users/me', { token: leo.token })).status).toBe(401);
    expect(await listLinks(server.db, teacher.id)).toMatchObject([
      { email: 'leo@import.org', status: 'active' },
    ]);
    const { body: entries } = await admin(`GET /admin/audit?user_id=${leo.id}`);
    expect(entries[0]).toMatchObject({
      actor: 'platform_admin',
      action: 'user_changed',
      school_id: schoolId,
      details: { changed: 'school_id', school_id_before: null, school_id_after: schoolId },
    });
    const { body: acts } = await admin(`GET /admin/audit?school_id=${schoolId}`);
    expect(acts.find(({ action }: { action: string }) => action === 'users_imported')).toMatchObject({
      details: { students: 1, teachers: 0, taken_in: 1 },
    });
    // A second time there is nobody to take in.
    expect(await send([rowFor('leo', leo.id)])).toMatchObject({
      status: 409,
      body: { detail: 'Row 1: This email is already registered.' },
    });
  });

  test('is taken in or claimed by a school admin only where its address is of the school’s domain', async () => {
    const id = await createSchool(server.db, '@of-the-domain.org');
    const { token } = await createPerson(server.db, 'school_admin', { schoolId: id });
    const asAdmin = (call: string, json: unknown) =>
      server.call(`POST /admin/schools/${id}/${call}`, { token, json });
    const ours = await createPerson(server.db, 'student', {
      email: 'ours@of-the-domain.org',
      isConfirmed: true,
    });
    const proved = await freePerson('proved');
    const unproved = await createPerson(server.db, 'student', { email: 'unproved@import.org' });
    const rows = [ours, proved, unproved].map(({ email }, n) => ({
      username: `of.the.domain${n}`,
      email,
      role: 'student',
    }));
    const reason = 'This email belongs to an account without a school, and is outside your school’s domain.';
    // Nor are they told whose account it is.
    expect((await asAdmin('batch-import/check', rows)).body.rows).toEqual([
      {
        row: 1,
        outcome: 'no_school',
        reason: expect.any(String),
        account: expect.objectContaining({ id: ours.id }),
      },
      { row: 2, outcome: 'other_domain', reason },
      { row: 3, outcome: 'other_domain', reason },
    ]);
    for (const [index, who] of [proved, unproved].entries())
      for (const take_in of [undefined, who.id])
        expect(await asAdmin('batch-import', [{ ...rows[index + 1], take_in }])).toMatchObject({
          status: 409,
          body: { detail: `Row 1: ${reason}` },
        });
    expect((await asAdmin('batch-import', [{ ...rows[0], take_in: ours.id }])).status).toBe(200);
    expect(await Promise.all([ours, proved, unproved].map((who) => schoolOf(who.id)))).toEqual([
      id,
      null,
      null,
    ]);
    expect((await send([{ ...rows[1], take_in: proved.id }], id)).status).toBe(200);
  });

  test('is not made a teacher by a list', async () => {
    const ina = await freePerson('ina');
    const reason = 'This email belongs to an account without a school, with the role student.';
    expect((await check([rowFor('ina', undefined, 'teacher')])).body.rows).toMatchObject([
      { outcome: 'other_role', reason },
    ]);
    expect(await send([rowFor('ina', ina.id, 'teacher')])).toMatchObject({
      status: 409,
      body: { detail: `Row 1: ${reason}` },
    });
    expect(await schoolOf(ina.id)).toBe(null);
    const teacher = await freePerson('ira', 'teacher');
    expect((await send([rowFor('ira', teacher.id, 'teacher')])).status).toBe(200);
  });

  test('is the one that was shown, or nobody is imported', async () => {
    const elsewhere = await createSchool(server.db);
    const [ugo, uma] = [await freePerson('ugo'), await freePerson('uma')];
    const away = await createPerson(server.db, 'student', { email: 'ulf@import.org', schoolId: elsewhere });
    const gone = 'The account to take in no longer exists.';
    for (const [row, detail] of [
      [rowFor('ugo', uma.id), gone],
      [rowFor('nobody.has.this', ugo.id), gone],
      [rowFor('ulf', away.id), 'This email belongs to an account at another school.'],
    ] as const) {
      const answer = await send([{ username: 'u0', email: 'u0@import.org', role: 'student' }, row]);
      expect(answer).toMatchObject({ status: 409, body: { detail: `Row 2: ${detail}` } });
    }
    expect(await countUsersLike(server.db, 'u0%')).toBe(0);
    expect((await send([{ ...rowFor('ugo'), take_in: 'yes' }])).status).toBe(422);
    expect((await check([rowFor('ugo', ugo.id)])).status).toBe(422);
    expect([await schoolOf(ugo.id), await schoolOf(uma.id), await schoolOf(away.id)]).toEqual([
      null,
      null,
      elsewhere,
    ]);
  });

  test('that joins another school meanwhile stays there, and nobody is imported', async () => {
    const elsewhere = await createSchool(server.db);
    const ada = await freePerson('ada');
    let importing: ReturnType<typeof send> | undefined;
    await server.db.transaction(async (tx) => {
      await moveUser(tx, ada.id, elsewhere);
      importing = send([rowFor('ada', ada.id), { username: 'a0', email: 'a0@import.org', role: 'student' }]);
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
    });
    expect(await importing).toMatchObject({
      status: 409,
      body: { detail: 'Row 1: This email belongs to an account at another school.' },
    });
    expect(await countUsersLike(server.db, 'a0%')).toBe(0);
    expect(await schoolOf(ada.id)).toBe(elsewhere);
  });
});

describe('an account that never proved its address', () => {
  const squat = (
    name: string,
    given: { schoolId?: number; role?: 'student' | 'teacher' | 'school_admin' } = {},
  ) =>
    createPerson(server.db, given.role ?? 'student', {
      username: name,
      email: `${name}@import.org`,
      ...(given.schoolId !== undefined && { schoolId: given.schoolId }),
    });
  const rowFor = (name: string, takeIn?: number, role = 'student') => ({
    username: `${name}.in.the.list`,
    email: `${name}@import.org`,
    role,
    ...(takeIn !== undefined && { take_in: takeIn }),
  });

  test('is claimed: it gets a new password and the role of the list, and its previous holder is logged out', async () => {
    const [here, free] = [await squat('squat1', { schoolId }), await squat('squat2')];
    const follower = await createPerson(server.db, 'teacher', { schoolId });
    await insertPendingLink(server.db, follower.id, 'squat1@import.org');
    const accomplice = await createPerson(server.db, 'teacher');
    await insertTestLink(server.db, 'active', { teacher: accomplice, student: here });
    const links = [
      await insertMailedLink(server.db, 'confirm', { ...here, email: 'squatter@example.org' }),
      await insertMailedLink(server.db, 'confirm', { ...free, email: 'squatter@example.org' }),
    ];
    const rows = [rowFor('squat1'), rowFor('squat2', undefined, 'teacher')];
    expect((await check(rows)).body.rows).toMatchObject([
      { outcome: 'unproved', account: { id: here.id, username: 'squat1' } },
      { outcome: 'unproved', account: { id: free.id } },
    ]);
    // Whether or not the list names it.
    const { status, body } = await send([rowFor('squat1'), rowFor('squat2', free.id, 'teacher')]);
    expect(status).toBe(200);
    expect(body).toEqual({
      imported: [
        { username: 'squat1', email: 'squat1@import.org', role: 'student', password: expect.any(String) },
        { username: 'squat2', email: 'squat2@import.org', role: 'teacher', password: expect.any(String) },
      ],
      taken_in: [],
      changed: [],
    });
    for (const [index, person] of [here, free].entries()) {
      expect((await server.call('GET /users/me', { token: person.token })).status).toBe(401);
      const logIn = (password: string) =>
        server.call('POST /token', { form: { username: person.username, password } });
      expect((await logIn(PASSWORD)).status).toBe(401);
      const login = await logIn(body.imported[index].password);
      expect(login.body).toMatchObject({ must_change_password: true });
      const me = await server.call('GET /users/me', { token: login.body.access_token });
      expect(me.body).toMatchObject({ email_confirmed: true, role: index === 0 ? 'student' : 'teacher' });
      expect((await admin(`GET /admin/audit?user_id=${person.id}`)).body).toContainEqual(
        expect.objectContaining({ action: 'account_claimed', school_id: schoolId }),
      );
    }
    expect(await listLinks(server.db, follower.id)).toMatchObject([{ status: 'active' }]);
    // Whom the squatter had accepted asks the owner.
    expect(await listLinks(server.db, accomplice.id)).toMatchObject([{ status: 'pending' }]);
    for (const token of links)
      expect((await server.call('POST /email/confirm', { json: { token } })).status).toBe(400);
    // From now on the school knows whose it is.
    expect((await check(rows)).body.rows).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }]);
  });

  test('of another school, or of a school admin, is nobody’s to claim', async () => {
    const elsewhere = await createSchool(server.db);
    const away = await squat('squat3', { schoolId: elsewhere });
    const head = await squat('squat4', { schoolId, role: 'school_admin' });
    expect((await check([rowFor('squat3'), rowFor('squat4')])).body.rows).toMatchObject([
      { outcome: 'other_school' },
      { outcome: 'unchanged' },
    ]);
    for (const row of [rowFor('squat3', away.id), rowFor('squat4', head.id)]) {
      expect((await send([row])).status).toBe(409);
    }
  });

  test('that is proved meanwhile keeps its password, and nobody is imported', async () => {
    const owner = await squat('squat5');
    let importing: ReturnType<typeof send> | undefined;
    await server.db.transaction(async (tx) => {
      await lockUsers(tx, [owner.id]);
      importing = send([rowFor('squat5', owner.id)]);
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
      await proveTestUser(tx, owner.id);
    });
    expect((await importing)?.status).toBe(503);
    const form = { username: owner.username, password: PASSWORD };
    expect((await server.call('POST /token', { form })).status).toBe(200);
  });
});

describe('in the middle of an import', () => {
  test('the connection to the database breaks: nobody is imported, and the next attempt succeeds', async () => {
    const store = await createTestDatabase();
    const relay = await startRelay(store.connection);
    const db = openDatabase(relay.connection, () => {}, 10, PATIENT);
    const cut = await startTestServer({ database: db });
    const school = await createSchool(store.db);
    const address = `POST /admin/schools/${school}/batch-import`;
    const rows = rowsOf('cut', 4);

    // Another transaction has taken the address of the last row and not committed: the import waits there, half done.
    const answer = await store.db
      .transaction(async (tx) => {
        await takeAddress(tx, rows.at(-1)?.email ?? '');
        const importing = admin(address, rows, cut);
        await eventually(async () => expect(await countWaiting(store.db)).toBe(1));
        await relay.cut();
        throw Object.assign(new Error('rolled back'), { importing });
      })
      .catch((error: { importing: ReturnType<typeof admin> }) => error.importing);
    expect(answer.status).toBe(503);
    await relay.mend();
    await eventually(async () => expect(await countWaiting(store.db)).toBe(0));
    expect(await countUsersLike(store.db, '%@import.org')).toBe(0);

    expect((await admin(address, rows, cut)).status).toBe(200);
    expect(await countUsersLike(store.db, '%@import.org')).toBe(rows.length);
    await cut.stop();
    await db.close();
    await store.drop();
  });

  test('a name is taken: the row is named, and nobody is imported', async () => {
    const rows = rowsOf('late', 4);
    let importing: ReturnType<typeof send> | undefined;
    await server.db.transaction(async (tx) => {
      await takeAddress(tx, 'late3@import.org');
      importing = send(rows);
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
    });
    expect(await importing).toMatchObject({
      status: 409,
      body: { detail: 'Row 4: This email is already registered.' },
    });
    expect(await countUsersLike(server.db, 'late%')).toBe(1);
  });

  test('the caller disconnects: nobody is imported, since nobody would learn the passwords', async () => {
    const importing = request(`${server.url}/api/admin/schools/${schoolId}/batch-import`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'x-admin-password': ADMIN_PASSWORD },
    });
    importing.on('error', () => {});
    importing.end(JSON.stringify(rowsOf('gone', 200)));
    // Answered after the import has begun to hash, because it came later and waits in the queue.
    await server.call('POST /token', { form: { username: 'nobody', password: 'nothing' } });
    importing.destroy();
    await eventually(async () => expect(server.logged()).toContain('import cancelled'));
    expect(await countUsersLike(server.db, 'gone%')).toBe(0);
  });

  test('the school admin who imports is dismissed: nobody is imported', async () => {
    const office = await createPerson(server.db, 'school_admin', { schoolId });
    const rows = rowsOf('fired', 2);
    let importing: ReturnType<typeof send> | undefined;
    await server.db.transaction(async (tx) => {
      await claimAddresses(tx, [rows[0]?.email ?? '']);
      importing = server.call(`POST /admin/schools/${schoolId}/batch-import`, {
        token: office.token,
        json: rows,
      });
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
      await admin(`DELETE /admin/users/${office.id}`);
    });
    expect(await importing).toMatchObject({ status: 401 });
    expect(await countUsersLike(server.db, 'fired%')).toBe(0);
  });
});

describe('of a school admin, an import', () => {
  const setUp = async (name: string) => {
    const own = await createSchool(server.db, `@${name}-own.org`);
    await createSchool(server.db, `@${name}-other.org`);
    const office = await createPerson(server.db, 'school_admin', { schoolId: own });
    const call = (path: string, json: unknown) =>
      server.call(`POST /admin/schools/${own}/${path}`, { token: office.token, json });
    return { own, office, call };
  };

  test('does not vouch for addresses of another school’s domain, but for others', async () => {
    const { own, call } = await setUp('vouch');
    const emails = ['a@vouch-other.org', 'b@vouch-own.org', 'c@elsewhere-vouch.org'];
    const rows = emails.map((email, index) => ({ username: `vouch${index}`, email, role: 'student' }));
    const { body } = await call('batch-import/check', rows);
    expect(body.rows).toEqual([
      { row: 1, outcome: 'other_domain', reason: 'This email belongs to another school’s domain.' },
      { row: 2, outcome: 'new', reason: null },
      { row: 3, outcome: 'new', reason: null },
    ]);
    expect(await call('batch-import', rows)).toMatchObject({
      status: 409,
      body: { detail: 'Row 1: This email belongs to another school’s domain.' },
    });
    expect((await call('batch-import', rows.slice(1))).status).toBe(200);
    const teacher = { username: 'vouch.teacher', email: 't@vouch-other.org' };
    const made = { teacher, student_emails: [] };
    expect(await call('teachers', made)).toMatchObject({
      status: 409,
      body: { detail: 'This email belongs to another school’s domain.' },
    });
    expect((await admin(`POST /admin/schools/${own}/teachers`, made)).status).toBe(200);
    // Nor does a roster give one to somebody who is here.
    const person = (email: string | null) => ({
      row: 1,
      sourced_id: 'v1',
      username: 'vouch.roster',
      email,
      name: null,
      role: 'student',
    });
    expect((await call('roster', { people: [person(null)] })).status).toBe(200);
    expect(await call('roster', { people: [person('new@vouch-other.org')] })).toMatchObject({
      status: 409,
      body: { detail: 'Row 1: This email belongs to another school’s domain.' },
    });
    expect(
      (await admin(`POST /admin/schools/${own}/roster`, { people: [person('new@vouch-other.org')] })).status,
    ).toBe(200);
    // Once the platform admin has said so, it stays.
    expect((await call('roster', { people: [person('new@vouch-other.org')] })).status).toBe(200);
  });

  test('makes links only with teachers of the school: others wait for the student', async () => {
    const { own, call } = await setUp('links');
    const colleague = await createPerson(server.db, 'teacher', { schoolId: own });
    const stranger = await createPerson(server.db, 'teacher', { schoolId });
    const email = 'new@links-own.org';
    for (const { id } of [colleague, stranger]) await insertPendingLink(server.db, id, email);
    await call('batch-import', [{ username: 'links.new', email, role: 'student' }]);
    expect(await listLinks(server.db, colleague.id)).toMatchObject([{ status: 'active' }]);
    expect(await listLinks(server.db, stranger.id)).toMatchObject([{ status: 'pending' }]);
  });

  test('counts the passwords of accounts that it claims as new ones, and a roster leaves them their role', async () => {
    const { own, office } = await setUp('claims');
    const limited = await startTestServer({ database: server.db, environment: { RATE_LIMIT: 'on' } });
    const unproved = () => createPerson(server.db, 'teacher', { schoolId: own });
    const people = [await unproved(), await unproved(), await unproved()].map(
      ({ username, email }, index) => ({
        row: index + 1,
        sourced_id: `c${index}`,
        username,
        email,
        name: null,
        role: null,
      }),
    );
    const take = (one: unknown, caller: { token: string } | { admin: string }) =>
      limited.call(`POST /admin/schools/${own}/roster`, { ...caller, json: { people: [one] } });
    await createThrottle(server.db, true).hit('passwordReset', `user ${office.id}`, 299);
    const first = await take(people[0], office);
    expect(first.body.imported).toMatchObject([{ role: 'teacher', email: people[0]?.email }]);
    expect((await take(people[1], office)).status).toBe(429);
    expect((await take(people[1], { admin: ADMIN_PASSWORD })).status).toBe(200);
    await limited.stop();
  });

  describe('in an hour', () => {
    const limitedBy = async (limit: 'imported' | 'stranger', used: number) => {
      const limited = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
      const own = await createSchool(limited.db);
      const office = await createPerson(limited.db, 'school_admin', { schoolId: own });
      await createThrottle(limited.db, true).hit(limit, `user ${office.id}`, used);
      const statusOf = async (path: string, json: unknown, caller: object = { token: office.token }) =>
        (await limited.call(`POST /admin/schools/${own}/${path}`, { ...caller, json })).status;
      const row = (username: string) => ({ username, email: `${username}@hourly.org`, role: 'student' });
      return { limited, statusOf, row };
    };

    test('makes and changes no more than a large school has twice, in a list, a roster and one by one', async () => {
      const { limited, statusOf, row } = await limitedBy('imported', 9997);
      const [first, second, third, fourth] = ['h1', 'h2', 'h3', 'h4'].map(row);
      const changed = { ...first, name: 'Another Name' };
      expect(await statusOf('batch-import', [first, second])).toBe(200);
      expect(await statusOf('batch-import', [changed, third])).toBe(429);
      expect(await statusOf('batch-import', [changed])).toBe(200);
      const teacher = { username: 'h5', email: 'h5@hourly.org' };
      const person = { ...fourth, row: 1, sourced_id: 'h4', name: null };
      expect(await statusOf('teachers', { teacher, student_emails: [] })).toBe(429);
      expect(await statusOf('roster', { people: [person] })).toBe(429);
      // Who stays as they are costs nothing.
      const again = { ...second, row: 1, sourced_id: 'h2', name: null };
      expect(await statusOf('roster', { people: [again] })).toBe(200);
      expect(await statusOf('batch-import', [third], { admin: ADMIN_PASSWORD })).toBe(200);
      await limited.stop();
    });

    test('says of no more addresses than a check does that they are of somebody elsewhere', async () => {
      const { limited, statusOf, row } = await limitedBy('stranger', 1999);
      const elsewhere = { schoolId: await createSchool(limited.db), isConfirmed: true };
      const stranger = await createPerson(limited.db, 'student', elsewhere);
      const tried = [{ ...row('tried'), email: stranger.email }];
      expect(await statusOf('batch-import', tried)).toBe(409);
      expect(await statusOf('batch-import', tried)).toBe(429);
      await limited.stop();
    });
  });
});
