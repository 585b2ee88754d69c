import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ADDRESSES, type Address } from '../../contract/index.ts';
import { smallPdf, uploadForm } from '../testing/evidence.ts';
import { insertMailedLink } from '../testing/mail-links.queries.ts';
import { insertFailedMail } from '../testing/mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../testing/people.ts';
import { rosterOf, rosterToImport } from '../testing/rosters.ts';
import { addedAttempt, inAMonth, setJson } from '../testing/scene.ts';
import { ADMIN_PASSWORD, type Request, WITH_MAIL } from '../testing/server.ts';
import { insertTestSharePage, readyToShare } from '../testing/share-pages.queries.ts';
import { shareServer } from '../testing/shared-server.ts';
import { makeSignInCode, setUpSignIn, sharedProvider } from '../testing/sign-in.ts';
import { exchangeWords, newWord } from '../testing/words.ts';
import { countRows } from './idempotency.test.queries.ts';

/**
 * A double click, or a request that a proxy repeated: every POST, sent twice at the same moment, takes effect once. A
 * new call without a case here fails.
 */

type PostAddress = Extract<Address, `POST ${string}`>;

interface World {
  n: number;
  schoolId: number;
  domain: string;
  student: Person;
  teacher: Person;
  schoolAdmin: Person;
  stranger: Person;
  feedbackId: number;
  /** The id by which the student sees the stranger's request. */
  requestId?: number;
  invitation?: string;
  mailId?: number;
  groupId?: number;
  /** What stands in a mailed link, or in one that was shared. */
  mailed?: string;
  setId?: string;
  link?: number;
  word?: { id: string; key: string; text: string };
  said?: { word: string; answer: string };
  /** Brought back from the school's sign-in. */
  signIn?: { code: string; headers: { cookie: string } };
}

interface Case {
  /** What is there before, beyond the world that all cases start from. */
  prepare?: (world: World) => Promise<unknown>;
  send: (world: World) => { address: string } & Request;
  /** Logging in twice opens two equal sessions, with two audit entries; exporting the users twice is audited twice. */
  leavesEntries?: boolean;
}

const server = shareServer({ environment: WITH_MAIL });

const admin = ADMIN_PASSWORD;
let worlds = 0;
const makeWorld = async (): Promise<World> => {
  const n = (worlds += 1);
  const domain = `twice${n}.edu`;
  const { db } = server;
  const schoolId = await createSchool(db, `@${domain}`);
  const of = (role: Person['role']) =>
    createPerson(db, role, { username: `${role}-of-${n}`, email: `${role}@${domain}`, schoolId });
  const json = {
    message: `world ${n}`,
    email: 'Anonymous',
    timestamp: '2026-01-01T00:00:00Z',
    user: 'Anonymous',
  };
  await server.call('POST /feedback', { json });
  const [feedback] = (await server.call('GET /admin/feedback?limit=1', { admin })).body;
  return {
    n,
    schoolId,
    domain,
    student: await of('student'),
    teacher: await of('teacher'),
    schoolAdmin: await of('school_admin'),
    stranger: await createPerson(db, 'teacher'),
    feedbackId: feedback.id,
  };
};

/** A teacher of another school waits until the student accepts. */
const ask = async (world: World) => {
  const { stranger, student } = world;
  const json = { email: student.email, name: null };
  const added = await server.call('POST /teachers/students', { token: stranger.token, json });
  world.invitation = added.body.invitation_token;
  const { body } = await server.call('GET /users/me/teachers', { token: student.token });
  world.requestId = body.teachers[0].id;
};

const removeGroup = async (world: World) => {
  const { token } = world.teacher;
  const json = { name: `group ${world.n}`, students: [] };
  world.groupId = (await server.call('POST /teachers/groups', { token, json })).body.id;
  await server.call(`DELETE /teachers/groups/${world.groupId}`, { token });
};

const groupAtSchool = async (world: World) => {
  const json = { name: '12B', user_ids: [] };
  const { body } = await server.call(`POST /admin/schools/${world.schoolId}/groups`, { admin, json });
  world.groupId = body.id;
};

const failMail = async (world: World) => {
  world.mailId = await insertFailedMail(server.db, `world ${world.n}`);
};

/** The teacher follows the student, and the two have written about a paper. */
const say = async (world: World) => {
  const { teacher, student } = world;
  const json = { email: student.email, name: null };
  await server.call('POST /teachers/students', { token: teacher.token, json });
  world.link = (await server.call('GET /teachers/students', { token: teacher.token })).body.students[0].id;
  world.said = await exchangeWords(server, { student, teacher, link: world.link ?? 0 });
  world.word = newWord();
};
const unsay = (side: 'teacher' | 'student') => async (world: World) => {
  await say(world);
  const [path, id] = side === 'teacher' ? ['/teachers', world.said?.word] : ['/users/me', world.said?.answer];
  await server.call(`DELETE ${path}/words/${id}`, { token: world[side].token });
};

const bringCode = (kind: 'session' | 'join') => async (world: World) => {
  const who = { userId: world.student.id, schoolId: world.schoolId };
  world.signIn = await makeSignInCode(server.db, kind, who);
};
const setUp = async ({ schoolId }: World) =>
  setUpSignIn(server.db, schoolId, { issuer: (await sharedProvider()).issuer });

/** The world's teacher sets papers, or is about to. */
const teach = async (world: World) => {
  world.setId = randomUUID();
  const { token } = world.teacher;
  await server.call('POST /teachers/subjects', { token, json: { subjects: ['math_aa_hl'] } });
};
const withdraw = async (world: World) => {
  await teach(world);
  const { setId, teacher } = world;
  await server.call('POST /teachers/sets', { token: teacher.token, json: { id: setId, ...setJson() } });
  await server.call(`DELETE /teachers/sets/${setId}`, { token: teacher.token });
};

const PAPER = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };

const CASES: Record<PostAddress, Case> = {
  'POST /register': {
    send: ({ n, domain }) => ({
      address: 'POST /register',
      json: { username: `new-${n}`, email: `new@${domain}`, password: PASSWORD },
    }),
  },
  'POST /token': {
    leavesEntries: true,
    send: ({ student }) => ({
      address: 'POST /token',
      form: { username: student.username, password: PASSWORD },
    }),
  },
  'POST /schooladmin/login': {
    leavesEntries: true,
    send: ({ schoolAdmin }) => ({
      address: 'POST /schooladmin/login',
      json: { username: schoolAdmin.username, password: PASSWORD },
    }),
  },
  'POST /admin/login': {
    leavesEntries: true,
    send: () => ({ address: 'POST /admin/login', json: { password: admin } }),
  },
  'POST /logout': { send: ({ student }) => ({ address: 'POST /logout', token: student.token }) },
  'POST /sign-in/session': {
    prepare: bringCode('session'),
    send: ({ signIn }) => ({
      address: 'POST /sign-in/session',
      json: { code: signIn?.code },
      headers: { ...signIn?.headers },
    }),
  },
  'POST /sign-in/join': {
    prepare: bringCode('join'),
    send: ({ signIn }) => ({
      address: 'POST /sign-in/join',
      json: { code: signIn?.code, password: PASSWORD },
      headers: { ...signIn?.headers },
    }),
  },
  'POST /users/me/sign-in': {
    prepare: setUp,
    send: ({ student }) => ({ address: 'POST /users/me/sign-in', token: student.token }),
  },
  'POST /admin/schools/{schoolId}/sign-in/test': {
    prepare: setUp,
    send: ({ schoolId }) => ({ address: `POST /admin/schools/${schoolId}/sign-in/test`, admin }),
  },
  'POST /users/me/password': {
    send: ({ student }) => ({
      address: 'POST /users/me/password',
      token: student.token,
      json: { current_password: PASSWORD, new_password: 'another horse battery' },
    }),
  },
  'POST /password/forgot': {
    send: ({ student }) => ({ address: 'POST /password/forgot', json: { email: student.email } }),
  },
  'POST /password/reset': {
    prepare: async (world) => {
      world.mailed = await insertMailedLink(server.db, 'reset', world.student);
    },
    send: ({ mailed }) => ({
      address: 'POST /password/reset',
      json: { token: mailed, new_password: 'another horse battery' },
    }),
  },
  'POST /email/confirm': {
    prepare: async (world) => {
      world.mailed = await insertMailedLink(server.db, 'confirm', world.student);
    },
    send: ({ mailed }) => ({ address: 'POST /email/confirm', json: { token: mailed } }),
  },
  'POST /users/me/email': {
    leavesEntries: true,
    send: ({ student, domain }) => ({
      address: 'POST /users/me/email',
      token: student.token,
      json: { email: `other@${domain}`, current_password: PASSWORD },
    }),
  },
  'POST /users/me/email/link': {
    send: ({ student }) => ({ address: 'POST /users/me/email/link', token: student.token }),
  },
  'POST /completion': {
    send: ({ student }) => ({
      address: 'POST /completion',
      token: student.token,
      json: { ...PAPER, is_completed: true, score: 70 },
    }),
  },
  'POST /completion/attempts': {
    // Done before, so that it is the second.
    prepare: ({ student: { token } }) =>
      server.call('POST /completion', { token, json: { ...PAPER, is_completed: true, score: 60 } }),
    send: ({ student }) => ({
      address: 'POST /completion/attempts',
      token: student.token,
      json: { ...PAPER, done_on: '2026-01-02', score: 70, entered_at: '2026-01-02T10:00:00.000Z' },
    }),
  },
  'POST /completion/spreadsheet': {
    send: ({ student }) => ({
      address: 'POST /completion/spreadsheet',
      token: student.token,
      json: { changes: [addedAttempt(2021), addedAttempt(2022)] },
    }),
  },
  'POST /completion/bulk': {
    send: ({ student }) => ({
      address: 'POST /completion/bulk',
      token: student.token,
      json: { completion_data: { 'math_aa_hl-2023-May-paper1-TZ1': { is_completed: true, score: 70 } } },
    }),
  },
  'POST /completion/upload': {
    send: ({ student }) => ({
      address: 'POST /completion/upload',
      token: student.token,
      raw: { body: uploadForm(smallPdf()) },
    }),
  },
  'POST /subjects': {
    send: ({ student }) => ({
      address: 'POST /subjects',
      token: student.token,
      json: { subjects: ['math_aa_hl', 'physics_hl'] },
    }),
  },
  'POST /users/me/share-pages': {
    prepare: ({ student }) => readyToShare(server.db, student.id),
    send: ({ student }) => ({
      address: 'POST /users/me/share-pages',
      token: student.token,
      json: { name: 'Arjun', subjects: ['math_aa_hl'], ends_on: inAMonth() },
    }),
  },
  'POST /weekly-mail/end': { send: () => ({ address: `POST /weekly-mail/end?token=${'a'.repeat(43)}` }) },
  'POST /shared': {
    prepare: async (world) => {
      world.mailed = (await insertTestSharePage(server.db, world.student.id)).token;
    },
    send: ({ mailed }) => ({ address: 'POST /shared', json: { token: mailed } }),
  },
  'POST /feedback': {
    send: ({ n, student }) => ({
      address: 'POST /feedback',
      token: student.token,
      json: {
        message: `Thank you, ${n} times`,
        email: 'Anonymous',
        timestamp: '2026-01-02T10:11:12.345Z',
        user: student.email,
      },
    }),
  },
  'POST /teachers/subjects': {
    send: ({ teacher }) => ({
      address: 'POST /teachers/subjects',
      token: teacher.token,
      json: { subjects: ['math_aa_hl', 'physics_hl'] },
    }),
  },
  'POST /teachers/students': {
    send: ({ teacher, student }) => ({
      address: 'POST /teachers/students',
      token: teacher.token,
      json: { email: student.email, name: null },
    }),
  },
  'POST /teachers/students/{id}/words': {
    prepare: say,
    send: ({ teacher, link, word }) => ({
      address: `POST /teachers/students/${link}/words`,
      token: teacher.token,
      json: word,
    }),
  },
  'POST /teachers/words/{id}/restore': {
    prepare: unsay('teacher'),
    send: ({ teacher, said }) => ({
      address: `POST /teachers/words/${said?.word}/restore`,
      token: teacher.token,
    }),
  },
  'POST /users/me/words': {
    prepare: say,
    send: ({ student, link, word }) => ({
      address: 'POST /users/me/words',
      token: student.token,
      json: { ...word, link_id: link },
    }),
  },
  'POST /users/me/words/{id}/restore': {
    prepare: unsay('student'),
    send: ({ student, said }) => ({
      address: `POST /users/me/words/${said?.answer}/restore`,
      token: student.token,
    }),
  },
  'POST /teachers/groups': {
    send: ({ n, teacher }) => ({
      address: 'POST /teachers/groups',
      token: teacher.token,
      json: { name: `group ${n}`, students: [] },
    }),
  },
  'POST /teachers/groups/{id}/restore': {
    prepare: removeGroup,
    send: ({ groupId, teacher }) => ({
      address: `POST /teachers/groups/${groupId}/restore`,
      token: teacher.token,
    }),
  },
  'POST /teachers/sets': {
    prepare: teach,
    send: ({ teacher, setId }) => ({
      address: 'POST /teachers/sets',
      token: teacher.token,
      json: { id: setId, ...setJson() },
    }),
  },
  'POST /teachers/sets/{id}/restore': {
    prepare: withdraw,
    send: ({ teacher, setId }) => ({ address: `POST /teachers/sets/${setId}/restore`, token: teacher.token }),
  },
  'POST /invitation': {
    prepare: ask,
    send: ({ invitation }) => ({ address: 'POST /invitation', json: { token: invitation } }),
  },
  'POST /users/me/teachers/{id}/accept': {
    prepare: ask,
    send: ({ requestId, student }) => ({
      address: `POST /users/me/teachers/${requestId}/accept`,
      token: student.token,
    }),
  },
  'POST /schooladmin/register': {
    send: ({ n, schoolId }) => ({
      address: 'POST /schooladmin/register',
      admin,
      json: { username: `office-${n}`, password: PASSWORD, school_id: schoolId },
    }),
  },
  'POST /admin/schools': {
    send: ({ n }) => ({
      address: 'POST /admin/schools',
      admin,
      json: { name: `Another ${n}`, domain_pattern: `@another${n}.edu` },
    }),
  },
  'POST /admin/users/export': {
    leavesEntries: true,
    send: ({ schoolId }) => ({ address: 'POST /admin/users/export', admin, json: { school_id: schoolId } }),
  },
  'POST /admin/audit/export': {
    leavesEntries: true,
    send: ({ schoolId }) => ({ address: 'POST /admin/audit/export', admin, json: { school_id: schoolId } }),
  },
  'POST /schooladmin/dashboard/users/export': {
    leavesEntries: true,
    send: ({ schoolAdmin: { token } }) => ({
      address: 'POST /schooladmin/dashboard/users/export',
      token,
      json: { role: 'student' },
    }),
  },
  'POST /schooladmin/users/{id}/confirm': {
    leavesEntries: true,
    send: ({ student, schoolAdmin: { token } }) => ({
      address: `POST /schooladmin/users/${student.id}/confirm`,
      token,
    }),
  },
  'POST /admin/users/{id}/confirm': {
    leavesEntries: true,
    send: ({ student }) => ({ address: `POST /admin/users/${student.id}/confirm`, admin }),
  },
  'POST /schooladmin/users/{id}/password/link': {
    leavesEntries: true,
    send: ({ student, schoolAdmin: { token } }) => ({
      address: `POST /schooladmin/users/${student.id}/password/link`,
      token,
    }),
  },
  'POST /admin/users/{id}/password/link': {
    leavesEntries: true,
    send: ({ student }) => ({ address: `POST /admin/users/${student.id}/password/link`, admin }),
  },
  'POST /schooladmin/users/{id}/password': {
    leavesEntries: true,
    send: ({ student, schoolAdmin: { token } }) => ({
      address: `POST /schooladmin/users/${student.id}/password`,
      token,
    }),
  },
  'POST /admin/users/{id}/password': {
    leavesEntries: true,
    send: ({ student }) => ({ address: `POST /admin/users/${student.id}/password`, admin }),
  },
  'POST /admin/impersonate/{id}': {
    leavesEntries: true,
    send: ({ student }) => ({ address: `POST /admin/impersonate/${student.id}`, admin }),
  },
  'POST /admin/schools/{schoolId}/classes/remove': {
    prepare: async ({ schoolId, teacher, student }) => {
      const json = { teacher_email: teacher.email, student_emails: [student.email] };
      await server.call(`POST /admin/schools/${schoolId}/classes`, { admin, json });
    },
    send: ({ schoolId, teacher, student }) => ({
      address: `POST /admin/schools/${schoolId}/classes/remove`,
      admin,
      json: { teacher_email: teacher.email, student_emails: [student.email] },
    }),
  },
  'POST /admin/schools/{schoolId}/classes': {
    send: ({ schoolId, teacher, student, domain }) => ({
      address: `POST /admin/schools/${schoolId}/classes`,
      admin,
      json: { teacher_email: teacher.email, student_emails: [student.email, `unknown@${domain}`] },
    }),
  },
  'POST /admin/schools/{schoolId}/batch-import': {
    send: ({ n, schoolId, domain }) => ({
      address: `POST /admin/schools/${schoolId}/batch-import`,
      admin,
      json: [1, 2].map((row) => ({
        username: `import-${n}-${row}`,
        email: `import${row}@${domain}`,
        role: 'student',
      })),
    }),
  },
  'POST /admin/schools/{schoolId}/batch-import/check': {
    send: ({ schoolId, domain }) => ({
      address: `POST /admin/schools/${schoolId}/batch-import/check`,
      admin,
      json: [{ username: 'somebody', email: `somebody@${domain}`, role: 'student' }],
    }),
  },
  'POST /admin/schools/{schoolId}/roster/check': {
    send: ({ n, schoolId }) => ({
      address: `POST /admin/schools/${schoolId}/roster/check`,
      admin,
      json: { ...rosterOf(`roster-${n}`), is_delta: false, left: [] },
    }),
  },
  'POST /admin/schools/{schoolId}/roster': {
    send: ({ n, schoolId }) => ({
      address: `POST /admin/schools/${schoolId}/roster`,
      admin,
      json: rosterToImport(`roster-${n}`),
    }),
  },
  'POST /admin/schools/{schoolId}/users/{userId}/role': {
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/users/${student.id}/role`,
      admin,
      json: { role: 'teacher' },
    }),
  },
  'POST /admin/schools/{schoolId}/archive': {
    prepare: say,
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/archive`,
      admin,
      json: { user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/archive/undo': {
    prepare: async (world) => {
      await say(world);
      const json = { user_ids: [world.student.id] };
      await server.call(`POST /admin/schools/${world.schoolId}/archive`, { admin, json });
    },
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/archive/undo`,
      admin,
      json: { user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/export': {
    leavesEntries: true,
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/export`,
      admin,
      json: { user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/roles': {
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/roles`,
      admin,
      json: { user_ids: [student.id], role: 'teacher' },
    }),
  },
  'POST /admin/schools/{schoolId}/classes/end': {
    prepare: say,
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/classes/end`,
      admin,
      json: { user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/classes/restore': {
    prepare: async (world) => {
      await say(world);
      const json = { user_ids: [world.student.id] };
      await server.call(`POST /admin/schools/${world.schoolId}/classes/end`, { admin, json });
    },
    send: ({ schoolId, teacher, student }) => ({
      address: `POST /admin/schools/${schoolId}/classes/restore`,
      admin,
      json: { pairs: [{ teacher_id: teacher.id, student_id: student.id }] },
    }),
  },
  'POST /admin/schools/{schoolId}/passwords': {
    leavesEntries: true,
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/passwords`,
      admin,
      json: { user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/groups': {
    send: ({ schoolId, student }) => ({
      address: `POST /admin/schools/${schoolId}/groups`,
      admin,
      json: { name: '12B', user_ids: [student.id] },
    }),
  },
  'POST /admin/schools/{schoolId}/groups/{id}/restore': {
    prepare: async (world) => {
      await groupAtSchool(world);
      await server.call(`DELETE /admin/schools/${world.schoolId}/groups/${world.groupId}`, { admin });
    },
    send: ({ schoolId, groupId }) => ({
      address: `POST /admin/schools/${schoolId}/groups/${groupId}/restore`,
      admin,
    }),
  },
  'POST /admin/schools/{schoolId}/groups/members': {
    prepare: groupAtSchool,
    send: ({ schoolId, groupId, student }) => ({
      address: `POST /admin/schools/${schoolId}/groups/members`,
      admin,
      json: { user_ids: [student.id], add: [groupId], remove: [] },
    }),
  },
  'POST /admin/schools/{schoolId}/teachers': {
    send: ({ n, schoolId, student, domain }) => ({
      address: `POST /admin/schools/${schoolId}/teachers`,
      admin,
      json: { teacher: { username: `made-${n}`, email: `made@${domain}` }, student_emails: [student.email] },
    }),
  },
  'POST /admin/mail/{id}/retry': {
    prepare: failMail,
    send: ({ mailId }) => ({ address: `POST /admin/mail/${mailId}/retry`, admin }),
  },
  'POST /admin/mail/retry': {
    prepare: failMail,
    send: () => ({ address: 'POST /admin/mail/retry', admin }),
  },
  'POST /admin/feedback/{id}/done': {
    send: ({ feedbackId }) => ({
      address: `POST /admin/feedback/${feedbackId}/done`,
      admin,
      json: { done: true },
    }),
  },
};

/** What several copies of a call, sent together, add to the tables; and their answers. */
const effectOf = async ({ prepare, send, leavesEntries = false }: Case, copies: number) => {
  const world = await makeWorld();
  await prepare?.(world);
  const before = await countRows(server.db);
  const answers = await Promise.all(
    Array.from({ length: copies }, async () => {
      const { address, ...request } = send(world);
      return server.call(address, request);
    }),
  );
  const after = await countRows(server.db);
  const added = Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)] as const);
  const counted = added.filter(
    ([table, count]) => count !== 0 && !(leavesEntries && ['sessions', 'audit'].includes(table)),
  );
  return { added: Object.fromEntries(counted), statuses: answers.map(({ status }) => status) };
};

describe('sent twice at once', () => {
  const posts = ADDRESSES.filter((address): address is PostAddress => address.startsWith('POST '));

  test.each(posts)('%s takes effect once', async (address) => {
    const once = await effectOf(CASES[address], 1);
    expect(once.statuses[0], 'the case itself').toBeLessThan(300);
    const twice = await effectOf(CASES[address], 2);
    expect(twice.added).toEqual(once.added);
    expect(Math.min(...twice.statuses)).toBe(once.statuses[0]);
    expect(Math.max(...twice.statuses)).toBeLessThan(500);
  });
});
