import { randomUUID } from 'node:crypto';
import type { Address } from '../../contract/index.ts';
import { MAX_WEEKS_OFF } from '../../domain/pace.ts';
import { smallPdf, upload } from './evidence.ts';
import { insertTestLink } from './links.queries.ts';
import { createPerson, createSchool } from './people.ts';
import { rosterOf, rosterToImport } from './rosters.ts';
import { type Attempt, addedAttempt, inAMonth, type Scene, setJson } from './scene.ts';
import { ADMIN_PASSWORD, type TestServer } from './server.ts';
import { insertTestSharePage } from './share-pages.queries.ts';
import { exchangeWords, leaveWord } from './words.ts';

/**
 * The people of a scene with more of everything, and calls that carry more: the cost of a call must not grow with it.
 */

const SUBJECTS = ['math_aa_hl', 'physics_hl', 'chemistry_hl', 'biology_hl', 'history_hl', 'economics_hl'];

const recordsOf = (size: number) =>
  Object.fromEntries(
    Array.from({ length: size }, (_, n) => [
      `${SUBJECTS[n % SUBJECTS.length]}-${2014 + (n % 6)}-November-paper1`,
      { is_completed: true, score: n },
    ]),
  );

/** Students, teachers, classes, records, files, words, share pages, set work, feedback and audit entries, `size` of each. */
export const enlarge = async (server: TestServer, scene: Scene, size: number): Promise<void> => {
  const { schoolId } = scene;
  const { student_self: self, teacher_of_student: teacher } = scene.people;
  const send = async (address: string, request: Parameters<TestServer['call']>[1]) => {
    const { status, body } = await server.call(address, request);
    if (status >= 300) throw new Error(`${address}: ${status} ${JSON.stringify(body)}`);
  };
  const pair = { student: self, teacher, link: scene.links.teacher_of_student };
  await exchangeWords(server, pair);
  for (let n = 0; n < size; n += 1) {
    await leaveWord(server, pair);
    const student = await createPerson(server.db, 'student', { schoolId });
    await insertTestLink(server.db, 'active', { teacher, student });
    const other = await createPerson(server.db, 'teacher', { schoolId });
    await insertTestLink(server.db, 'active', { teacher: other, student: self });
    await createSchool(server.db);
    await send('POST /completion/bulk', {
      token: student.token,
      json: { completion_data: recordsOf(size) },
    });
    // Each leaves an audit entry.
    await send(`POST /admin/impersonate/${student.id}`, { admin: ADMIN_PASSWORD });
    await send('POST /feedback', {
      token: self.token,
      json: { message: 'Hello', email: self.email, timestamp: '', user: '' },
    });
    await upload(server, self, smallPdf(1 + n));
    await insertTestSharePage(server.db, self.id);
  }
  // The first time they make the key of the links.
  await send('GET /users/me/share-pages', { token: self.token });
  const json = { is_on: false, weekday: 1, time_zone: 'UTC' };
  await send('PUT /users/me/weekly-mail', { token: self.token, json });
  const subjects = SUBJECTS.slice(0, size);
  for (const { token } of [self, teacher]) await send('POST /subjects', { token, json: { subjects } });
  await send('POST /teachers/subjects', { token: teacher.token, json: { subjects } });
  for (let n = 0; n < size; n += 1)
    await send('POST /teachers/sets', { token: teacher.token, json: { id: randomUUID(), ...setJson(size) } });
  await send('POST /completion/bulk', { token: self.token, json: { completion_data: recordsOf(size) } });
  await send('PUT /users/me/preferences', { token: self.token, json: preferencesOf(size) });
};

const MONDAYS = Array.from({ length: MAX_WEEKS_OFF }, (_, week) =>
  new Date(Date.UTC(2026, 0, 5 + week * 7)).toISOString().slice(0, 10),
);
const preferencesOf = (size: number) => ({
  year_ranges: Object.fromEntries(
    SUBJECTS.slice(0, size).map((subject) => [subject, { startYear: 2014, endYear: 2024 }]),
  ),
  timezone_overrides: {},
  sits: 'both',
  papers: 'set',
  pace: { weeks_off: MONDAYS.slice(0, size) },
});

const addresses = (unique: string, size: number) =>
  Array.from({ length: size }, (_, n) => `${unique}.${n}@example.org`);
const newcomers = (unique: string, size: number) =>
  addresses(unique, size).map((email, n) => ({
    username: `${unique}.${n}`,
    email,
    role: 'student',
    group: `Group ${n}; Group ${n + 1}`,
  }));

/** New students of the school, with a teacher. */
const chosen = async ({ schoolId, people }: Scene, size: number, _: string, { db }: TestServer) => {
  const students = await Promise.all(
    Array.from({ length: size }, () => createPerson(db, 'student', { schoolId })),
  );
  for (const student of students)
    await insertTestLink(db, 'active', { teacher: people.teacher_of_student, student });
  return { params: { schoolId }, json: { user_ids: students.map(({ id }) => id) } };
};

/** Calls whose body can be small or large. */
export const SIZED: Partial<
  Record<
    Address,
    (scene: Scene, size: number, unique: string, server: TestServer) => Attempt | Promise<Attempt>
  >
> = {
  'POST /subjects': (_, size) => ({ json: { subjects: SUBJECTS.slice(0, size) } }),
  'POST /teachers/subjects': (_, size) => ({ json: { subjects: SUBJECTS.slice(0, size) } }),
  'PUT /users/me/preferences': (_, size) => ({ json: preferencesOf(size) }),
  'POST /users/me/share-pages': (_, size, unique) => ({
    json: { name: unique, subjects: SUBJECTS.slice(0, size), ends_on: inAMonth() },
  }),
  'POST /teachers/sets': (_, size) => ({ json: { id: randomUUID(), ...setJson(size) } }),
  'POST /completion/bulk': (_, size) => ({ json: { completion_data: recordsOf(size) } }),
  'POST /completion/spreadsheet': (_, size) => ({
    json: { changes: Array.from({ length: size }, (_unused, n) => addedAttempt(2014 + n)) },
  }),
  'POST /admin/schools/{schoolId}/classes': ({ schoolId, people }, size, unique) => ({
    params: { schoolId },
    json: { teacher_email: people.teacher_of_student.email, student_emails: addresses(unique, size) },
  }),
  'POST /admin/schools/{schoolId}/batch-import': ({ schoolId }, size, unique) => ({
    params: { schoolId },
    json: newcomers(unique, size),
  }),
  'POST /admin/schools/{schoolId}/batch-import/check': ({ schoolId }, size, unique) => ({
    params: { schoolId },
    json: newcomers(unique, size),
  }),
  'POST /admin/schools/{schoolId}/roster/check': ({ schoolId }, size, unique) => ({
    params: { schoolId },
    json: { ...rosterOf(unique, size), is_delta: false, left: [] },
  }),
  'POST /admin/schools/{schoolId}/roster': ({ schoolId }, size, unique) => ({
    params: { schoolId },
    json: rosterToImport(unique, size),
  }),
  'POST /admin/schools/{schoolId}/archive': chosen,
  'POST /admin/schools/{schoolId}/archive/undo': async (scene, size, unique, server) => {
    const attempt = await chosen(scene, size, unique, server);
    const address = `POST /admin/schools/${scene.schoolId}/archive`;
    await server.call(address, { admin: ADMIN_PASSWORD, json: attempt.json });
    return attempt;
  },
  'POST /admin/schools/{schoolId}/export': chosen,
  'POST /admin/schools/{schoolId}/roles': async (...given) => {
    const { json, ...attempt } = await chosen(...given);
    return { ...attempt, json: { ...json, role: 'teacher' } };
  },
  'POST /admin/schools/{schoolId}/passwords': chosen,
  'POST /admin/schools/{schoolId}/classes/end': chosen,
  'POST /admin/schools/{schoolId}/classes/restore': async (scene, size, unique, server) => {
    const { params, json } = await chosen(scene, size, unique, server);
    const address = `POST /admin/schools/${scene.schoolId}/classes/end`;
    return { params, json: (await server.call(address, { admin: ADMIN_PASSWORD, json })).body };
  },
  'POST /admin/schools/{schoolId}/groups': async (scene, size, unique, server) => {
    const { json, ...attempt } = await chosen(scene, size, unique, server);
    return { ...attempt, json: { ...json, name: `Group ${unique}` } };
  },
  'POST /admin/schools/{schoolId}/groups/members': async (scene, size, unique, server) => {
    const { json, ...attempt } = await chosen(scene, size, unique, server);
    const make = async (n: number) =>
      (
        await server.call(`POST /admin/schools/${scene.schoolId}/groups`, {
          admin: ADMIN_PASSWORD,
          json: { name: `Group ${unique} ${n}`, user_ids: n % 2 ? json.user_ids : [] },
        })
      ).body.id;
    const groups = await Promise.all(Array.from({ length: 2 * size }, (_, n) => make(n)));
    return {
      ...attempt,
      json: {
        ...json,
        add: groups.filter((_, n) => n % 2 === 0),
        remove: groups.filter((_, n) => n % 2 === 1),
      },
    };
  },
  'POST /admin/schools/{schoolId}/teachers': ({ schoolId }, size, unique) => ({
    params: { schoolId },
    json: {
      teacher: { username: unique, email: `${unique}@example.org` },
      student_emails: addresses(unique, size),
    },
  }),
};
