import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESSES, type Address } from '../../contract/index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { enlarge, SIZED } from '../testing/enlarge.ts';
import { eventually } from '../testing/evidence.ts';
import { PASSWORD } from '../testing/people.ts';
import { PATIENT } from '../testing/postgres.ts';
import { type Column, cellOf, makeAttempt, refusalOf, signIn, successOf } from '../testing/rights.ts';
import { ATTEMPTS, createScene, type Scene } from '../testing/scene.ts';
import {
  ADMIN_PASSWORD,
  type Request,
  startTestServer,
  type TestServer,
  WITH_MAIL,
} from '../testing/server.ts';
import { openWire, type Wire } from '../testing/wire.ts';

/**
 * How many statements each call sends to PostgreSQL, counted on the wire: with little data, and with more of
 * everything. A number that grows is a query in a loop; a changed number is entered here on purpose. `begin` and
 * `commit` are statements too. Tests switch the rate limits off; what they add is tested at the end.
 */
const STATEMENTS: Record<Address, number> = {
  'POST /register': 9,
  'POST /token': 5,
  'POST /schooladmin/login': 5,
  'POST /admin/login': 1,
  'GET /sign-in/options': 1,
  'GET /sign-in/schools': 1,
  'GET /sign-in/{schoolId}/start': 4,
  'GET /sign-in/callback': 1,
  'POST /sign-in/session': 6,
  'POST /sign-in/join': 11,
  'GET /users/me/sign-in': 2,
  'POST /users/me/sign-in': 5,
  'GET /admin/schools/{schoolId}/sign-in': 4,
  'PUT /admin/schools/{schoolId}/sign-in': 11,
  'DELETE /admin/schools/{schoolId}/sign-in': 5,
  'POST /admin/schools/{schoolId}/sign-in/test': 7,
  'POST /logout': 2,
  'GET /users/me': 2,
  'POST /users/me/password': 9,
  'POST /password/forgot': 4,
  'POST /password/reset': 15,
  'POST /email/confirm': 10,
  'POST /users/me/email': 10,
  'POST /users/me/email/link': 5,
  'GET /users/me/sessions': 2,
  'DELETE /users/me/sessions': 2,
  'DELETE /users/me/sessions/{id}': 2,
  'GET /users/me/visits': 3,
  'GET /users/me/data': 7,
  'DELETE /users/me': 7,
  'GET /users/me/preferences': 2,
  'PUT /users/me/preferences': 3,
  'GET /subjects': 2,
  'POST /subjects': 6,
  'GET /completion': 2,
  'POST /completion': 2,
  'POST /completion/bulk': 6,
  'GET /completion/attempts': 2,
  'POST /completion/attempts': 5,
  'PUT /completion/attempts/{id}': 5,
  'DELETE /completion/attempts/{id}': 5,
  'GET /users/me/share-pages': 5,
  'POST /users/me/share-pages': 9,
  'DELETE /users/me/share-pages/{id}': 2,
  'POST /shared': 2,
  'GET /completion/spreadsheet': 2,
  'POST /completion/spreadsheet': 2,
  'POST /completion/upload': 10,
  'GET /completion/files': 3,
  'GET /completion/evidence': 3,
  'PUT /completion/sharing': 5,
  'DELETE /completion/files/{public_id}': 2,
  'GET /files/{public_id}': 1,
  'GET /files/{public_id}/thumbnail': 1,
  'GET /teachers/subjects': 2,
  'POST /teachers/subjects': 6,
  'GET /teachers/students': 2,
  'POST /teachers/students': 6,
  'GET /teachers/students/{id}': 2,
  'PUT /teachers/students/{id}': 2,
  'DELETE /teachers/students/{id}': 2,
  'GET /teachers/students/{id}/files': 2,
  'GET /teachers/students/{id}/attempts': 2,
  'GET /teachers/students/{id}/words': 2,
  'POST /teachers/students/{id}/words': 6,
  'DELETE /teachers/words/{id}': 2,
  'POST /teachers/words/{id}/restore': 5,
  'GET /users/me/words': 2,
  'POST /users/me/words': 6,
  'DELETE /users/me/words/{id}': 2,
  'POST /users/me/words/{id}/restore': 5,
  'GET /teachers/groups': 2,
  'POST /teachers/groups': 9,
  'PUT /teachers/groups/{id}': 7,
  'DELETE /teachers/groups/{id}': 2,
  'POST /teachers/groups/{id}/restore': 6,
  'GET /teachers/grid': 2,
  'GET /teachers/attention': 2,
  'GET /users/me/weekly-mail': 2,
  'PUT /users/me/weekly-mail': 5,
  'GET /weekly-mail/end': 0,
  'POST /weekly-mail/end': 1,
  'PUT /teachers/students/{id}/set-aside': 2,
  'GET /teachers/sets': 2,
  'POST /teachers/sets': 8,
  'GET /teachers/sets/{id}': 2,
  'PUT /teachers/sets/{id}': 9,
  'DELETE /teachers/sets/{id}': 2,
  'POST /teachers/sets/{id}/restore': 6,
  'GET /users/me/from-teachers': 3,
  'POST /invitation': 1,
  'GET /privacy': 2,
  'GET /teachers/progress': 2,
  'GET /users/me/teachers': 2,
  'POST /users/me/teachers/{id}/accept': 2,
  'DELETE /users/me/teachers/{id}': 3,
  'GET /schooladmin/settings': 2,
  'GET /schooladmin/dashboard/statistics': 4,
  'GET /schooladmin/dashboard/users': 2,
  'POST /schooladmin/dashboard/users/export': 6,
  'GET /schooladmin/dashboard/facts': 2,
  'GET /schooladmin/dashboard/choices': 2,
  'GET /schooladmin/dashboard/reports': 4,
  'GET /schooladmin/dashboard/teachers': 2,
  'POST /schooladmin/users/{id}/confirm': 16,
  'DELETE /schooladmin/users/{id}': 9,
  'POST /schooladmin/users/{id}/password/link': 10,
  'POST /schooladmin/users/{id}/password': 11,
  'GET /schooladmin/dashboard/students/{id}': 7,
  'GET /schooladmin/dashboard/teachers/{id}/students': 3,
  'GET /schooladmin/dashboard/teachers/{id}/pending': 3,
  'GET /admin/schools': 1,
  'POST /admin/schools': 11,
  'PUT /admin/schools/{schoolId}': 12,
  'DELETE /admin/schools/{schoolId}': 8,
  'GET /admin/users': 1,
  'POST /admin/users/export': 4,
  'GET /admin/users/counts': 1,
  'GET /admin/users/{id}/students/count': 1,
  'PUT /admin/users/{id}': 14,
  'DELETE /admin/users/{id}': 5,
  'POST /admin/users/{id}/confirm': 11,
  'POST /admin/users/{id}/password/link': 9,
  'POST /admin/users/{id}/password': 10,
  'POST /admin/impersonate/{id}': 5,
  'GET /admin/audit': 1,
  'POST /admin/audit/export': 4,
  'GET /admin/mail': 2,
  'POST /admin/mail/{id}/retry': 1,
  'POST /admin/mail/retry': 1,
  'POST /schooladmin/register': 5,
  'GET /admin/schools/{schoolId}/users-and-classes': 5,
  'POST /admin/schools/{schoolId}/classes': 11,
  'POST /admin/schools/{schoolId}/classes/remove': 8,
  'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}': 5,
  'POST /admin/schools/{schoolId}/batch-import': 16,
  'POST /admin/schools/{schoolId}/batch-import/check': 4,
  'POST /admin/schools/{schoolId}/roster/check': 9,
  'POST /admin/schools/{schoolId}/roster': 35,
  'POST /admin/schools/{schoolId}/users/{userId}/role': 11,
  'POST /admin/schools/{schoolId}/teachers': 14,
  'POST /admin/schools/{schoolId}/archive': 12,
  'POST /admin/schools/{schoolId}/archive/undo': 10,
  'GET /admin/schools/{schoolId}/archived': 2,
  'POST /admin/schools/{schoolId}/export': 5,
  'GET /admin/schools/{schoolId}/settings': 2,
  'PUT /admin/schools/{schoolId}/settings': 9,
  'POST /admin/schools/{schoolId}/roles': 11,
  'POST /admin/schools/{schoolId}/classes/end': 8,
  'POST /admin/schools/{schoolId}/classes/restore': 7,
  'POST /admin/schools/{schoolId}/passwords': 12,
  'GET /admin/schools/{schoolId}/groups': 2,
  'POST /admin/schools/{schoolId}/groups': 11,
  'PUT /admin/schools/{schoolId}/groups/{id}': 6,
  'DELETE /admin/schools/{schoolId}/groups/{id}': 5,
  'POST /admin/schools/{schoolId}/groups/{id}/restore': 8,
  'POST /admin/schools/{schoolId}/groups/members': 10,
  'POST /feedback': 5,
  'GET /admin/feedback': 1,
  'POST /admin/feedback/{id}/done': 1,
};

const LARGE = 4;

let store: TestDatabase;
let wire: Wire;
let db: Database;
let server: TestServer;
let number = 0;

beforeAll(async () => {
  store = await createTestDatabase();
  wire = await openWire(store.connection);
  // A machine with other work to do is slow to answer, and not away.
  db = openDatabase(wire.connection, () => {}, 10, PATIENT);
  server = await startTestServer({ database: db, environment: WITH_MAIL });
  // Some things are read once in a server's life.
  await newScene(1);
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await wire.close();
  await store.drop();
});

/** Files are removed from the store after the answer, one by one, whichever call queued them. */
const IN_THE_BACKGROUND = /files_to_remove/;

/** Other work after the answer counts too. */
const isQuiet = () =>
  eventually(async () => {
    const { total, idle, waiting } = db.poolState();
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
  });

/** A caller who may, logged in where that is possible. */
const callerOf = (address: Address): Column =>
  (['student_self', 'teacher_of_student', 'school_admin_same', 'platform_admin'] as const).find(
    (column) => refusalOf(cellOf(address, column)) === undefined,
  ) ?? 'anonymous';

const countStatements = async (
  address: Address,
  scene: Scene,
  size: number,
  query?: string,
): Promise<string[]> => {
  const { me, credentials } = await signIn(server, callerOf(address), scene);
  number += 1;
  const unique = `new${number}`;
  const attempt =
    (await SIZED[address]?.(scene, size, unique, server)) ??
    (await ATTEMPTS[address]({ server, scene, me, unique }));
  await isQuiet();
  wire.take();
  const answer = await makeAttempt(server, address, query ? { ...attempt, query } : attempt, credentials);
  await isQuiet();
  // Statements that are sent together arrive in any order.
  const statements = wire
    .take()
    .filter((text) => !IN_THE_BACKGROUND.test(text))
    .toSorted();
  expect({ address, status: answer.status }, JSON.stringify(answer.body)).toEqual({
    address,
    status: successOf(address),
  });
  return statements;
};

const newScene = async (size: number): Promise<Scene> => {
  const scene = await createScene(server);
  await enlarge(server, scene, size);
  return scene;
};
/** These change the people of a scene; the others only add to it. */
const changesPeople = (address: Address) =>
  /^DELETE |^PUT \/admin|\/role$|\/remove$|\/password$|\/accept$/.test(address);
const scenes = new Map<number, Scene>();
const sceneFor = async (address: Address, size: number): Promise<Scene> => {
  const scene = scenes.get(size) ?? (await newScene(size));
  if (changesPeople(address)) scenes.delete(size);
  else scenes.set(size, scene);
  return scene;
};

const expectCount = async (address: Address, wanted: number, query?: string) => {
  const small = await countStatements(address, await sceneFor(address, 1), 1, query);
  const large = await countStatements(address, await sceneFor(address, LARGE), LARGE, query);
  expect(large, 'with more of everything').toEqual(small);
  expect(small.length, small.join('\n')).toBe(wanted);
};

test.each(ADDRESSES)(
  '%s sends the number of statements entered here, however much data there is',
  (address) => expectCount(address, STATEMENTS[address]),
);

test.each([
  ['GET /admin/users', 'limit=50', 1],
  ['GET /admin/users', 'limit=50&q=school', 2],
  ['GET /admin/users/counts', 'q=school&role=student', 2],
  ['GET /schooladmin/dashboard/users', 'limit=50&q=student', 2],
  ['GET /schooladmin/dashboard/users', 'limit=50&sort=activity&inactive_days=7&without_teacher=1', 2],
  ['GET /schooladmin/dashboard/users', 'limit=50&sort=done&subject_id=math_aa_hl', 3],
] as const)('%s?%s sends %i', (address, query, wanted) => expectCount(address, wanted, query));

test('with limits on, a login sends a few more, the same for every name, as does a lost password, and the platform admin one more', async () => {
  const limited = await startTestServer({ database: db, environment: { ...WITH_MAIL, RATE_LIMIT: 'on' } });
  const { student_self: student } = (await newScene(1)).people;
  const count = async (address: string, request: Request, status: number) => {
    await isQuiet();
    wire.take();
    expect((await limited.call(address, request)).status).toBe(status);
    await isQuiet();
    return wire.take().length;
  };
  const logIn = (username: string, password: string, status: number) =>
    count('POST /token', { form: { username, password } }, status);
  const list = () => count('GET /admin/schools', { admin: ADMIN_PASSWORD }, 200);
  for (let times = 0; times < 2; times += 1) {
    expect(await logIn(student.username, PASSWORD, 200)).toBe(STATEMENTS['POST /token'] + 4);
    expect(await logIn(student.username, 'wrong', 401)).toBe(4);
    expect(await logIn('nobody at all', 'wrong', 401)).toBe(4);
  }
  // Nobody learns by the time it takes who has an account.
  for (const email of [student.email, 'nobody.at.all@example.org'])
    expect(await count('POST /password/forgot', { json: { email } }, 204)).toBe(
      STATEMENTS['POST /password/forgot'] + 2,
    );
  // The network is remembered for the first time.
  expect(await list()).toBe(STATEMENTS['GET /admin/schools'] + 2);
  expect(await list()).toBe(STATEMENTS['GET /admin/schools'] + 1);
  await limited.stop();
});
