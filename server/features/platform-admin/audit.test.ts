import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { countAudit } from './platform-admin.test.queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const audit = async (query = '') => (await admin(`GET /admin/audit${query}`)).body;
const login = (who: Person, password = PASSWORD, query = '') =>
  server.call(`POST /token${query}`, { form: { username: who.username, password } });

describe('logins', () => {
  test('of every kind are written down, once each', async () => {
    const schoolId = await createSchool(server.db);
    const [student, teacher, office] = [
      await createPerson(server.db, 'student', { schoolId }),
      await createPerson(server.db, 'teacher', { schoolId }),
      await createPerson(server.db, 'school_admin', { schoolId }),
    ];
    expect((await login(student)).status).toBe(200);
    expect((await login(teacher, PASSWORD, '?login_type=teacher')).status).toBe(200);
    const json = { username: office.username, password: PASSWORD };
    expect((await server.call('POST /schooladmin/login', { json })).status).toBe(200);
    expect(await audit(`?school_id=${schoolId}`)).toEqual(
      [office, teacher, student].map((who) => ({
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        actor: 'user',
        actor_id: who.id,
        actor_name: who.username,
        action: 'logged_in',
        target_id: null,
        target_name: null,
        school_id: schoolId,
        school_name: expect.any(String),
        details: {},
      })),
    );
    const before = await countAudit(server.db, 'admin_logged_in');
    await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } });
    expect(await countAudit(server.db, 'admin_logged_in')).toBe(before + 1);
  });

  test('that fail are not', async () => {
    const student = await createPerson(server.db, 'student');
    const before = [await countAudit(server.db, 'logged_in'), await countAudit(server.db, 'admin_logged_in')];
    expect((await login(student, 'wrong password')).status).toBe(401);
    expect((await login(student, PASSWORD, '?login_type=teacher')).status).toBe(403);
    expect((await server.call('POST /admin/login', { json: { password: 'wrong password' } })).status).toBe(
      403,
    );
    expect([
      await countAudit(server.db, 'logged_in'),
      await countAudit(server.db, 'admin_logged_in'),
    ]).toEqual(before);
  });
});

describe('the list', () => {
  test('is newest first, by page, of a school or of a person at either end', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const other = await createPerson(server.db, 'student', { schoolId });
    await login(student);
    await admin(`POST /admin/impersonate/${student.id}`);
    await login(other);
    const actions = (entries: { action: string }[]) => entries.map((entry) => entry.action);
    expect(actions(await audit(`?user_id=${student.id}`))).toEqual(['impersonated', 'logged_in']);
    expect(actions(await audit(`?school_id=${schoolId}`))).toEqual([
      'logged_in',
      'impersonated',
      'logged_in',
    ]);
    expect(await audit(`?user_id=${student.id}&school_id=${await createSchool(server.db)}`)).toEqual([]);
    expect(actions(await audit(`?user_id=${student.id}&school_id=${schoolId}`))).toHaveLength(2);

    const all = await audit('?limit=999');
    expect(all.map((entry: { id: number }) => entry.id)).toEqual(
      all.map((entry: { id: number }) => entry.id).toSorted((a: number, b: number) => b - a),
    );
    const first = await admin(`GET /admin/audit?school_id=${schoolId}&limit=2`);
    const rest = await admin(
      `GET /admin/audit?school_id=${schoolId}&limit=2&cursor=${first.headers.get('x-next-cursor')}`,
    );
    expect([...first.body, ...rest.body]).toEqual(await audit(`?school_id=${schoolId}`));
    expect(rest.headers.get('x-next-cursor')).toBeNull();
  });

  test('is never all of it at once', async () => {
    const student = await createPerson(server.db, 'student');
    for (let n = 0; n < 101; n += 1) await admin(`POST /admin/impersonate/${student.id}`);
    const answer = await admin(`GET /admin/audit?user_id=${student.id}`);
    expect(answer.body).toHaveLength(100);
    expect(answer.headers.get('x-next-cursor')).toBe(String(answer.body.at(-1).id));
  });

  test.each(['?limit=0', '?cursor=x', '?user_id=abc', '?school_id=0', '?q=x', '?surprise=1'])(
    'refuses %s',
    async (query) => {
      expect((await admin(`GET /admin/audit${query}`)).status).toBe(422);
    },
  );
});
