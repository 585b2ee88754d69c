import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { PATIENT } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { openWire, type Wire } from '../../testing/wire.ts';
import { insertUsers } from './members.queries.ts';

/**
 * A roster is previewed and imported with as many statements as a few people need, however many it has: counted on the
 * wire, in a school of five people and in one of 3,000.
 */
const FEW = 1;
const MANY = 600;
/** Each new person costs a password. */
const SOME = 20;

let store: TestDatabase;
let wire: Wire;
let db: Database;
let server: TestServer;
const { asAdmin } = stepsOn(() => server);

beforeAll(async () => {
  store = await createTestDatabase();
  wire = await openWire(store.connection);
  db = openDatabase(wire.connection, () => {}, 10, PATIENT);
  server = await startTestServer({ database: db });
  // Some things are read once in a server's life.
  await asAdmin('GET /admin/schools');
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await wire.close();
  await store.drop();
});

const sent = async (work: () => Promise<unknown>): Promise<string[]> => {
  wire.take();
  await work();
  return wire.take();
};

type Someone = { sourced_id: string; username: string; email: string | null; name: string; role: string };
const unitsOf = (size: number) => Array.from({ length: size }, (_, n) => n);
const someone = (schoolId: number, id: string): Someone => ({
  sourced_id: id,
  username: `${id}.${schoolId}`,
  email: `${id}@roster${schoolId}.edu`,
  name: `Name of ${id}`,
  role: id.startsWith('t') ? 'teacher' : 'student',
});
const lesson = (id: string, title: string, teachers: string[], students: string[]) => ({
  sourced_id: id,
  title,
  course: 'Math AA HL',
  is_active: true,
  teachers,
  students,
  ended: [] as string[],
});
type Lesson = ReturnType<typeof lesson>;
const numbered = (people: readonly Someone[]) => people.map((one, index) => ({ row: index + 2, ...one }));

const idsOf = (n: number) => [`t${n}`, `sa${n}`, `sb${n}`, `sc${n}`, `sd${n}`];
const thisMonth = (schoolId: number, size: number) => ({
  people: unitsOf(size).flatMap((n) => idsOf(n).map((id) => someone(schoolId, id))),
  lessons: unitsOf(size).flatMap((n) => [
    lesson(`c${n}`, `Class ${n}`, [`t${n}`], [`sa${n}`, `sb${n}`, `sc${n}`]),
    lesson(`e${n}`, `Ends ${n}`, [`t${n}`], [`sd${n}`]),
  ]),
});
/** Everything that can become of people and classes, so many times. */
const nextMonth = (schoolId: number, size: number) => ({
  people: unitsOf(size).flatMap((n) => [
    someone(schoolId, `t${n}`),
    { ...someone(schoolId, `sa${n}`), name: `Another name ${n}` },
    { ...someone(schoolId, `sb${n}`), email: `another${n}@roster${schoolId}.edu` },
    { ...someone(schoolId, `sc${n}`), role: 'teacher' },
    // New, and the username is another's.
    { ...someone(schoolId, `new${n}`), username: `sd${n}.${schoolId}` },
  ]),
  lessons: unitsOf(size).flatMap((n) => [
    lesson(`c${n}`, `Renamed ${n}`, [`t${n}`, `sc${n}`], [`sa${n}`]),
    lesson(`f${n}`, `Fresh ${n}`, [`sc${n}`], [`sa${n}`, `sb${n}`]),
  ]),
});

type Roster = { people: Someone[]; lessons: Lesson[] };
const check = (schoolId: number, { people, lessons }: Roster) =>
  asAdmin(`POST /admin/schools/${schoolId}/roster/check`, {
    people: numbered(people),
    classes: lessons,
    is_delta: false,
    left: [],
  });
const apply = (schoolId: number, { people, lessons }: Roster, linksEnded?: number) =>
  asAdmin(`POST /admin/schools/${schoolId}/roster`, {
    people: numbered(people),
    classes: {
      list: lessons,
      is_delta: false,
      courses: { 'Math AA HL': 'math_aa_hl' },
      ends_links: linksEnded !== undefined,
      links_ended: linksEnded ?? 0,
    },
  });

/** A school whose people are there, without waiting for their passwords. */
const schoolOf = async (size: number): Promise<number> => {
  const schoolId = await createSchool(db);
  const people = thisMonth(schoolId, size).people.map(({ sourced_id: sourcedId, role, ...rest }) => ({
    ...rest,
    sourcedId,
    role: role as 'student' | 'teacher',
    passwordHash: 'none',
  }));
  await db.transaction((tx) => insertUsers(tx, schoolId, people));
  return schoolId;
};

test('a roster of 3,000 is previewed, imported and next month changed with the statements of one of five', async () => {
  const monthsOf = async (size: number) => {
    const schoolId = await schoolOf(size);
    const [first, next] = [thisMonth(schoolId, size), nextMonth(schoolId, size)];
    const known = { ...next, people: next.people.filter(({ sourced_id: id }) => !id.startsWith('new')) };
    return {
      preview: await sent(() => check(schoolId, first)),
      import: await sent(async () =>
        expect((await apply(schoolId, first)).counts).toMatchObject({ groups: 2 * size, links: 4 * size }),
      ),
      changes: await sent(async () => {
        const { rows, left, counts } = await check(schoolId, next);
        expect(rows.slice(-5).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
          'unchanged',
          'changed',
          'changed',
          'changed',
          'username_taken',
        ]);
        expect(left).toHaveLength(size);
        expect(counts).toMatchObject({
          groups: size,
          groups_renamed: size,
          groups_ended: size,
          links_ended: 2 * size,
        });
      }),
      next: await sent(async () => {
        const { changed, counts } = await apply(schoolId, known, 2 * size);
        expect(changed).toHaveLength(3 * size);
        expect(counts).toMatchObject({ groups: size, links: 2 * size, links_ended: 2 * size });
      }),
    };
  };
  expect(await monthsOf(MANY)).toEqual(await monthsOf(FEW));
});

test('new people, and accounts that are taken in, are so many statements, however many they are', async () => {
  const newcomers = async (size: number) => {
    const schoolId = await createSchool(db);
    const accounts = [];
    for (const isConfirmed of unitsOf(2 * size).map((n) => n % 2 === 0))
      accounts.push(await createPerson(db, 'student', { isConfirmed }));
    const joining = accounts.map(({ id, email }) => ({ ...someone(schoolId, `j${id}`), email, take_in: id }));
    const people = unitsOf(size)
      .flatMap((n) => [`t${n}`, `s${n}`])
      .map((id) => someone(schoolId, id));
    const lessons = unitsOf(size).map((n) => lesson(`c${n}`, `Class ${n}`, [`t${n}`], [`s${n}`]));
    return sent(async () => {
      const { imported, taken_in: takenIn } = await apply(schoolId, {
        people: [...people, ...joining],
        lessons,
      });
      expect([imported.length, takenIn.length]).toEqual([3 * size, size]);
    });
  };
  expect(await newcomers(SOME)).toEqual(await newcomers(FEW));
});
