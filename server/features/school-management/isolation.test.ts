import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../errors.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { findLink } from '../accounts/accounts.test.queries.ts';
import { erasePerson } from '../accounts/personal-data.ts';
import { listLinks } from '../platform-admin/platform-admin.test.queries.ts';
import { adoptUsers } from '../platform-admin/schools.queries.ts';
import { getUser, updateUser } from '../platform-admin/users.queries.ts';
import { followNewUsers, followSchoolmates, readdressLinks } from '../teachers/followers.queries.ts';
import { restoreLinksOf } from '../teachers/links.queries.ts';
import {
  countPairs,
  deleteClass,
  deleteClasses,
  endClassesOf,
  findStranger,
  findTeacher,
  insertClasses,
  listClasses,
  listPending,
} from './classes.queries.ts';
import {
  getSchoolGroupsJson,
  holdSchoolGroups,
  insertSchoolGroup,
  joinGroups,
  leaveGroups,
  removeSchoolGroup,
  renameSchoolGroup,
  restoreSchoolGroup,
} from './groups.queries.ts';
import {
  holdUserOfSchool,
  holdUsersOfSchool,
  listUsersOfSchool,
  setGeneratedHashes,
  updateRoles,
} from './members.queries.ts';
import { updateSwitches } from './settings.queries.ts';

/** Every statement by itself is limited to its school and its people, whatever was checked before it. */

let store: TestDatabase;
let db: Database;
let [here, there] = [0, 0];
beforeAll(async () => {
  store = await createTestDatabase();
  ({ db } = store);
  [here, there] = [await createSchool(db), await createSchool(db)];
});
afterAll(() => store.drop());

const at = (role: Person['role'], schoolId = here) => createPerson(db, role, { schoolId });
const active = (teacher: Person, student: Person) => insertTestLink(db, 'active', { teacher, student });
const pending = (teacher: Person, student: { id: number; email: string }, more = {}) =>
  insertTestLink(db, 'pending', { teacher, student, ...more });
const statusOf = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await findLink(db, id))?.status ?? 'gone'));

describe('the classes of a school', () => {
  test('have only teachers and students of the school', async () => {
    const school = await createSchool(db);
    const [teacher, student] = [await at('teacher', school), await at('student', school)];
    const [asked, former, promoted] = [
      await at('student', school),
      await at('student', school),
      await at('teacher', school),
    ];
    await active(teacher, student);
    await pending(teacher, asked, { isKnown: true });
    await active(await at('teacher'), student);
    await active(teacher, await at('student'));
    await active(former, student);
    await active(teacher, promoted);
    await pending(former, asked);
    await pending(await at('teacher'), asked);
    expect(await listClasses(db, school)).toMatchObject([{ teacher_id: teacher.id, student_id: student.id }]);
    expect(await listPending(db, school)).toMatchObject([
      { teacher_id: teacher.id, student_email: asked.email },
    ]);
  });

  test('lose only the named pair, of this school', async () => {
    const [teacher, colleague] = [await at('teacher'), await at('teacher')];
    const [student, other, asked] = [await at('student'), await at('student'), await at('student')];
    const links = [
      await active(teacher, student),
      await active(teacher, other),
      await active(colleague, student),
      await pending(teacher, asked, { isKnown: true }),
    ];
    expect(await deleteClass(db, there, teacher.id, student.id)).toEqual([]);
    expect(await deleteClass(db, here, teacher.id, asked.id)).toEqual([]);
    expect(await deleteClass(db, here, colleague.id, other.id)).toEqual([]);
    expect(await deleteClass(db, here, teacher.id, student.id)).toHaveLength(1);
    expect(await statusOf(...links)).toEqual(['gone', 'active', 'active', 'pending']);
  });

  test('lose no pair with somebody who moved or changed role', async () => {
    const [teacher, student] = [await at('teacher'), await at('student')];
    const [strangeTeacher, stranger] = [await at('teacher', there), await at('student', there)];
    const [former, promoted] = [await at('student'), await at('teacher')];
    for (const [by, whom] of [
      [strangeTeacher, student],
      [teacher, stranger],
      [former, student],
      [teacher, promoted],
    ] as const) {
      const link = await active(by, whom);
      expect(await deleteClass(db, here, by.id, whom.id)).toEqual([]);
      expect(await deleteClasses(db, here, by.id, { emails: [whom.email], keys: [] })).toEqual([]);
      expect(await statusOf(link)).toEqual(['active']);
    }
  });

  test('are taught by a teacher of the school', async () => {
    const [teacher, student, strange] = [
      await at('teacher'),
      await at('student'),
      await at('teacher', there),
    ];
    expect(await findTeacher(db, here, teacher.email)).toEqual({ id: teacher.id });
    for (const { email } of [student, strange]) expect(await findTeacher(db, here, email)).toBeUndefined();
  });

  test('accept students of the school, and addresses without an account', async () => {
    const [student, teacher] = [await at('student'), await at('teacher')];
    const [stranger, homeless] = [await at('student', there), await createPerson(db, 'student')];
    const first = (...emails: string[]) => db.transaction((tx) => findStranger(tx, here, teacher.id, emails));
    expect(await first(student.email, 'nobody@example.org')).toBeUndefined();
    for (const { email } of [teacher, stranger, homeless])
      expect(await first(student.email, email)).toBe(email);

    const add = (...emails: string[]) =>
      db.transaction((tx) =>
        insertClasses(
          tx,
          here,
          emails.map((email) => ({ teacherId: teacher.id, email, token: `token for ${email}` })),
        ),
      );
    // Without the check before, strangers would get a request, not an active link.
    const colleague = await at('teacher');
    const made = await add(student.email, stranger.email, colleague.email);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['active', 'pending', 'pending']);
    expect(await listLinks(db, teacher.id)).toEqual(
      [
        { email: student.email, status: 'active', student_id: student.id },
        { email: stranger.email, status: 'pending', student_id: null },
        { email: colleague.email, status: 'pending', student_id: null },
      ].toSorted((a, b) => a.email.localeCompare(b.email)),
    );
    expect(await add(stranger.email, colleague.email)).toEqual([]);
  });

  test('activate pending links only of the named students and teacher', async () => {
    const [teacher, colleague] = [await at('teacher'), await at('teacher')];
    const [student, other] = [await at('student'), await at('student')];
    const links = [
      await pending(teacher, student),
      await pending(teacher, other),
      await pending(colleague, student),
    ];
    // A student whom somebody else follows can be followed by one more.
    await active(await at('teacher'), student);
    const students = [{ teacherId: teacher.id, email: student.email, token: 'unused' }];
    expect(await db.transaction((tx) => insertClasses(tx, here, students))).toEqual([
      { email: student.email, status: 'active' },
    ]);
    expect(await statusOf(...links)).toEqual(['active', 'pending', 'pending']);
    // Already active under an earlier address: nothing is new.
    const moved = await at('student');
    const running = await insertTestLink(db, 'active', {
      teacher,
      student: { id: moved.id, email: 'before@example.org' },
    });
    const note = await pending(teacher, moved);
    const again = [{ teacherId: teacher.id, email: moved.email, token: 'unused too' }];
    expect(await db.transaction((tx) => insertClasses(tx, here, again))).toEqual([]);
    expect(await statusOf(running, note)).toEqual(['active', 'pending']);
  });
});

describe('a new user', () => {
  test('is followed by the teachers who added this address, as a student', async () => {
    const teacher = await at('teacher');
    const [student, other, colleague] = [
      await at('student', there),
      await at('student', there),
      await at('teacher'),
    ];
    const former = await at('student');
    const links = [
      await pending(teacher, student),
      await pending(teacher, other),
      await pending(teacher, colleague),
      await pending(await at('teacher'), { id: former.id, email: student.email }, { isKnown: true }),
    ];
    await followNewUsers(db, [student.id, colleague.id]);
    expect(await statusOf(...links)).toEqual(['active', 'pending', 'pending', 'pending']);
    expect(await findLink(db, links[0] ?? 0)).toMatchObject({ student_id: student.id });
  });
});

describe('a changed user', () => {
  test('is followed by teachers of the same school who added the address, without duplicate requests', async () => {
    const [teacher, student] = [await at('teacher'), await at('student')];
    const [mate, strangeTeacher, formerTeacher] = [
      await at('student'),
      await at('teacher', there),
      await at('student'),
    ];
    const links = {
      mine: await pending(teacher, student),
      ofAnother: await pending(teacher, mate),
      elsewhere: await pending(strangeTeacher, student),
      ofFormer: await pending(formerTeacher, student),
      declined: await pending(await at('teacher'), student, { isDeclined: true }),
      colleague: await pending(student, teacher),
      peer: await pending(teacher, await at('teacher')),
    };
    await followSchoolmates(db, [student.id]);
    expect(await statusOf(...Object.values(links))).toEqual([
      'active',
      'pending',
      'pending',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    // From the teacher's side.
    await followSchoolmates(db, [teacher.id]);
    expect(await statusOf(links.ofAnother, links.colleague, links.peer)).toEqual([
      'active',
      'pending',
      'pending',
    ]);
  });

  test('is not followed twice by one teacher, and active links stay active', async () => {
    const [teacher, student] = [await at('teacher'), await at('student')];
    const running = await insertTestLink(db, 'active', {
      teacher,
      student: { id: student.id, email: 'earlier@example.org' },
    });
    const note = await pending(teacher, student);
    const other = await at('student');
    // Another of the teacher's students, and another teacher's link with this one, do not matter.
    await active(teacher, other);
    const colleague = await at('teacher');
    await active(colleague, other);
    const wish = await pending(colleague, student);
    await followSchoolmates(db, [student.id]);
    expect(await statusOf(running, note, wish)).toEqual(['active', 'pending', 'active']);
  });

  test('gets the new address in their own active links', async () => {
    const [teacher, colleague] = [await at('teacher'), await at('teacher')];
    const [student, other] = [await at('student'), await at('student')];
    const links = {
      running: await active(teacher, student),
      note: await pending(teacher, { id: 0, email: 'next@example.org' }),
      otherNote: await pending(teacher, { id: 0, email: 'elsewhere@example.org' }),
      ofColleague: await pending(colleague, { id: 0, email: 'next@example.org' }),
      ofOther: await active(teacher, other),
      waiting: await pending(colleague, student, { isKnown: true }),
    };
    await readdressLinks(db, student.id, 'next@example.org');
    expect(await statusOf(...Object.values(links))).toEqual([
      'active',
      'gone',
      'pending',
      'pending',
      'active',
      'pending',
    ]);
    expect((await listLinks(db, teacher.id)).map(({ email }) => email).toSorted()).toEqual(
      [other.email, 'elsewhere@example.org', 'next@example.org'].toSorted(),
    );
    expect((await listLinks(db, colleague.id)).map(({ email }) => email).toSorted()).toEqual(
      [student.email, 'next@example.org'].toSorted(),
    );
  });
});

describe('a school', () => {
  test('takes in users without a school, by their address', async () => {
    const school = await createSchool(db, '@adopting.edu');
    const create = (email: string, schoolId?: number) =>
      createPerson(db, 'student', { email, ...(schoolId && { schoolId }) });
    const [mine, taken, other] = [
      await create('mine@adopting.edu'),
      await create('taken@adopting.edu', there),
      await create('other@elsewhere.edu'),
    ];
    expect(await db.transaction((tx) => adoptUsers(tx, school, '@adopting.edu'))).toEqual([mine.id]);
    expect((await getUser(db, taken.id)).school_id).toBe(there);
    expect((await getUser(db, other.id)).school_id).toBeNull();
  });

  test('takes in nobody by the address where it only lets in whom it knows', async () => {
    const school = await createSchool(db, '@closed.edu');
    const person = await createPerson(db, 'student', { email: 'somebody@closed.edu' });
    await updateSwitches(db, school, { joins_by_domain: false, share_pages: true, keeps_months: 6 });
    expect(await db.transaction((tx) => adoptUsers(tx, school, '@closed.edu'))).toEqual([]);
    expect((await getUser(db, person.id)).school_id).toBeNull();
  });

  test('changes roles and passwords of its own people only', async () => {
    const [mine, stranger, admin] = [
      await at('student'),
      await at('student', there),
      await at('school_admin'),
    ];
    const ids = [mine.id, stranger.id, admin.id];
    expect(await updateRoles(db, here, ids, 'teacher')).toEqual([mine.id]);
    expect((await getUser(db, stranger.id)).role).toBe('student');
    expect((await getUser(db, admin.id)).role).toBe('school_admin');
    expect(await setGeneratedHashes(db, here, [mine.id, stranger.id], ['a', 'b'])).toBe(1);
    const hold = (...chosen: Person[]) =>
      db.transaction((tx) =>
        holdUsersOfSchool(
          tx,
          here,
          chosen.map(({ id }) => id),
        ),
      );
    expect(await hold(mine, admin)).toHaveLength(2);
    await expect(hold(mine, stranger)).rejects.toThrow(NotFoundError);
  });

  test('ends and brings back pairs of its own only', async () => {
    const [teacher, foreign] = [await at('teacher'), await at('teacher', there)];
    const [student, stranger] = [await at('student'), await at('student', there)];
    const links = [
      await active(teacher, student),
      await active(foreign, student),
      await active(teacher, stranger),
      await active(foreign, stranger),
    ];
    const pair = (one: Person, two: Person) => ({ teacher_id: one.id, student_id: two.id });
    const ended = [pair(teacher, student)];
    expect(await endClassesOf(db, here, [student.id, stranger.id])).toEqual(ended);
    expect(await statusOf(...links)).toEqual(['gone', 'active', 'active', 'active']);
    expect(await countPairs(db, here, [pair(foreign, student), pair(foreign, stranger)])).toBe(0);
    expect(await restoreLinksOf(db, there, ended)).toEqual([]);
    expect(await restoreLinksOf(db, here, [pair(foreign, student), pair(teacher, stranger)])).toEqual([]);
    expect(await restoreLinksOf(db, here, ended)).toEqual(ended);
    expect(await countPairs(db, here, ended)).toBe(1);
  });

  test('has groups of its own, with students of its own', async () => {
    const [mine, colleague, stranger] = [
      await at('student'),
      await at('teacher'),
      await at('student', there),
    ];
    const [group, foreign] = [
      await insertSchoolGroup(db, here, 'Own'),
      await insertSchoolGroup(db, there, 'Own'),
    ];
    const groups = [group, foreign];
    const people = [mine.id, colleague.id, stranger.id];
    expect(await holdSchoolGroups(db, here, groups)).toEqual([group]);
    expect(await joinGroups(db, here, groups, people)).toEqual([{ group_id: group, user_id: mine.id }]);
    expect(await joinGroups(db, there, groups, people)).toEqual([
      { group_id: foreign, user_id: stranger.id },
    ]);
    expect(JSON.parse(await getSchoolGroupsJson(db, here))).toEqual({
      groups: [{ id: group, name: 'Own', members: [mine.id] }],
    });
    expect(await leaveGroups(db, here, groups, people)).toEqual([{ group_id: group, user_id: mine.id }]);
    await expect(renameSchoolGroup(db, here, foreign, 'Mine')).rejects.toThrow(NotFoundError);
    expect(await removeSchoolGroup(db, here, foreign)).toBe(0);
    expect(await removeSchoolGroup(db, there, foreign)).toBe(1);
    await expect(restoreSchoolGroup(db, here, foreign)).rejects.toThrow(NotFoundError);
    expect(await restoreSchoolGroup(db, there, foreign)).toEqual({ isBack: true, isClass: false });
  });

  test('has its own users, and changing one leaves the others', async () => {
    const school = await createSchool(db);
    const [one, other, stranger] = [
      await at('student', school),
      await at('student', school),
      await at('student'),
    ];
    // By name, and which of two names comes first depends on the numbers that tests before this one used up.
    const ids = (await listUsersOfSchool(db, school)).map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
    const hold = (id: number) => db.transaction((tx) => holdUserOfSchool(tx, school, id));
    expect(await hold(one.id)).toMatchObject({ id: one.id });
    await expect(hold(stranger.id)).rejects.toThrow(NotFoundError);
    const wanted = {
      email: 'new.address@example.org',
      username: 'new name',
      school_id: school,
      role: 'student' as const,
    };
    await updateUser(db, one.id, wanted);
    expect(await getUser(db, one.id)).toMatchObject(wanted);
    expect(await getUser(db, other.id)).toMatchObject({ email: other.email });
    await erasePerson(db, one.id, { actor: 'platform_admin' });
    await expect(getUser(db, one.id)).rejects.toThrow(NotFoundError);
    expect(await getUser(db, other.id)).toMatchObject({ id: other.id });
  });
});
