import { beforeAll, describe, expect, test } from 'vitest';
import { NotFoundError } from '../../errors.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';
import {
  getStudent,
  getTeacher,
  listMonths,
  listPendingOfTeacher,
  listProgress,
  listStudentsOfTeacher,
  listTeachers,
  listTeachersOfStudent,
} from './school-admin.queries.ts';
import { moveTicks } from './school-admin.test.queries.ts';

/** Every statement by itself is limited to the school, whatever the call has checked before. */

const server = shareServer();
let [here, there] = [0, 0];
/** People of this school and of the other. */
let teacher: Person;
let idle: Person;
let student: Person;
let asked: Person;
let former: Person;
let promoted: Person;
let strangeTeacher: Person;
let stranger: Person;

const tick = (who: Person) => tickPaper(server, who, { score: null });
const ids = (people: { id: number }[]) => people.map(({ id }) => id).toSorted((a, b) => a - b);

beforeAll(async () => {
  const { db } = server;
  [here, there] = [await createSchool(db), await createSchool(db)];
  const at = (role: Person['role'], schoolId: number) => createPerson(db, role, { schoolId });
  [teacher, idle, promoted] = [
    await at('teacher', here),
    await at('teacher', here),
    await at('teacher', here),
  ];
  [student, asked, former] = [
    await at('student', here),
    await at('student', here),
    await at('student', here),
  ];
  [strangeTeacher, stranger] = [await at('teacher', there), await at('student', there)];
  await insertTestLink(db, 'active', { teacher, student });
  await insertTestLink(db, 'pending', { teacher, student: asked, isKnown: true });
  // Accepted across schools: each school sees only its own side.
  await insertTestLink(db, 'active', { teacher: strangeTeacher, student });
  await insertTestLink(db, 'active', { teacher, student: stranger });
  // Left over from before somebody's role was changed.
  await insertTestLink(db, 'active', { teacher: former, student });
  await insertTestLink(db, 'active', { teacher, student: promoted });
  for (const person of [student, stranger, teacher]) await tick(person);
  await moveTicks(db, stranger.id, '2024-01-15T12:00:00Z');
});

describe('the school admin', () => {
  test('sees the teachers of this school', async () => {
    expect(ids(await listTeachers(server.db, here))).toEqual(ids([teacher, idle, promoted]));
    expect(ids(await listTeachers(server.db, there))).toEqual(ids([strangeTeacher]));
    // With the students that the lists below have.
    expect(await listTeachers(server.db, here)).toContainEqual(
      expect.objectContaining({ id: teacher.id, students: 1, pending: 1 }),
    );
    expect(await listTeachers(server.db, there)).toMatchObject([{ students: 0, pending: 0 }]);
  });

  test('sees only a student’s active teachers of this school', async () => {
    expect(ids(await listTeachersOfStudent(server.db, here, student.id))).toEqual([teacher.id]);
    expect(await listTeachersOfStudent(server.db, here, asked.id)).toEqual([]);
    expect(await listTeachersOfStudent(server.db, here, stranger.id)).toEqual([]);
    expect(await listTeachersOfStudent(server.db, there, student.id)).toEqual([]);
  });

  test('sees only a teacher’s active students of this school', async () => {
    expect(ids(await listStudentsOfTeacher(server.db, here, teacher.id))).toEqual([student.id]);
    expect(await listStudentsOfTeacher(server.db, here, strangeTeacher.id)).toEqual([]);
    expect(await listStudentsOfTeacher(server.db, there, strangeTeacher.id)).toEqual([]);
    expect(await listStudentsOfTeacher(server.db, there, teacher.id)).toEqual([]);
  });

  test('sees whom a teacher of this school waits for', async () => {
    const pending = [{ email: asked.email, name: null }];
    expect(await listPendingOfTeacher(server.db, here, teacher.id)).toEqual(pending);
    expect(await listPendingOfTeacher(server.db, there, teacher.id)).toEqual([]);
    expect(await listPendingOfTeacher(server.db, here, idle.id)).toEqual([]);
  });

  test('sees the records of students of this school', async () => {
    expect(await listProgress(server.db, here, student.id)).toHaveLength(1);
    expect(await listProgress(server.db, there, student.id)).toEqual([]);
    expect(await listProgress(server.db, here, stranger.id)).toEqual([]);
    // A teacher's own tracker is private.
    expect(await listProgress(server.db, here, teacher.id)).toEqual([]);
  });

  test('finds a person by school and role', async () => {
    expect(await getStudent(server.db, here, student.id)).toMatchObject({ email: student.email });
    expect(await getTeacher(server.db, here, teacher.id)).toEqual({ id: teacher.id });
    await expect(getStudent(server.db, there, student.id)).rejects.toThrow(NotFoundError);
    await expect(getStudent(server.db, here, teacher.id)).rejects.toThrow(NotFoundError);
    await expect(getTeacher(server.db, there, teacher.id)).rejects.toThrow(NotFoundError);
    await expect(getTeacher(server.db, here, student.id)).rejects.toThrow(NotFoundError);
  });

  test('sees the months since this school’s first one', async () => {
    const thisMonth = new Date().toISOString().slice(0, 7);
    expect(await listMonths(server.db, here)).toEqual([{ month: thisMonth, completed: 1 }]);
    expect((await listMonths(server.db, there))[0]).toEqual({ month: '2024-01', completed: 1 });
  });
});
