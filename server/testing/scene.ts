import { randomUUID } from 'node:crypto';
import type { EvidenceFile } from '../../contract/evidence.ts';
import type { Address } from '../../contract/index.ts';
import { openSession } from '../http/session.ts';
import { listOf, PAPER, QUERY, shareFiles, smallPdf, upload } from './evidence.ts';
import { insertMailedLink } from './mail-links.queries.ts';
import { insertFailedMail } from './mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from './people.ts';
import { rosterOf, rosterToImport } from './rosters.ts';
import { ADMIN_PASSWORD, type Request, type TestServer } from './server.ts';
import { insertTestSharePage, readyToShare } from './share-pages.queries.ts';
import { makeSignInCode, setUpSignIn, sharedProvider } from './sign-in.ts';
import { exchangeWords, newWord, WORD_KEY } from './words.ts';

/** Two schools with the people of contract/rights.csv, related to each other as its columns say. */
export interface Scene {
  schoolId: number;
  otherSchoolId: number;
  people: Record<PersonName, Person>;
  /** The link by which each teacher follows the student of the same school. */
  links: { teacher_of_student: number; teacher_other: number };
}

export const PERSON_NAMES = [
  'student_self',
  'student_other',
  'teacher_of_student',
  'teacher_other',
  'school_admin_same',
  'school_admin_other',
] as const;
export type PersonName = (typeof PERSON_NAMES)[number];

export const createScene = async (server: TestServer): Promise<Scene> => {
  const [schoolId, otherSchoolId] = await Promise.all([createSchool(server.db), createSchool(server.db)]);
  const of = (role: Person['role'], school: number) => createPerson(server.db, role, { schoolId: school });
  const [self, other, teacher, otherTeacher, admin, otherAdmin] = await Promise.all([
    of('student', schoolId),
    of('student', otherSchoolId),
    of('teacher', schoolId),
    of('teacher', otherSchoolId),
    of('school_admin', schoolId),
    of('school_admin', otherSchoolId),
  ]);
  const follow = async ({ token }: Person, { email }: Person): Promise<number> => {
    await server.call('POST /teachers/students', { token, json: { email, name: null } });
    return (await server.call('GET /teachers/students', { token })).body.students[0].id;
  };
  const [link, otherLink] = await Promise.all([follow(teacher, self), follow(otherTeacher, other)]);
  return {
    schoolId,
    otherSchoolId,
    people: {
      student_self: self,
      student_other: other,
      teacher_of_student: teacher,
      teacher_other: otherTeacher,
      school_admin_same: admin,
      school_admin_other: otherAdmin,
    },
    links: { teacher_of_student: link, teacher_other: otherLink },
  };
};

/** A call that is valid in everything except perhaps its caller. */
export interface Attempt extends Request {
  params?: Record<string, string | number>;
  query?: string;
}

type Prepare = (at: {
  server: TestServer;
  scene: Scene;
  /** Who is going to call; undefined for nobody in particular. */
  me: Person | undefined;
  /** Different at each call. */
  unique: string;
}) => Attempt | Promise<Attempt>;

const nothing: Prepare = () => ({});
const paper = { ...PAPER, year: Number(PAPER['year']) };

/** The link between a student and the teacher of the same school; for anybody else the one of student_self. */
const ownLink: Prepare = ({ scene: { people, links }, me }) => ({
  params: { id: me?.id === people.student_other.id ? links.teacher_other : links.teacher_of_student },
});
/** A second login of the caller's. */
const otherLogin: Prepare = async ({ server, me }) => {
  const list = async () => (await server.call('GET /users/me/sessions', { token: me?.token })).body.sessions;
  if (!me || !(await list())) return { params: { id: randomUUID() } };
  await openSession(server.db, me);
  return { params: { id: (await list()).at(-1).id } };
};
const linkOfSelf: Prepare = ({ scene }) => ({ params: { id: scene.links.teacher_of_student } });
/** Somebody else: the caller's own session is to live on. */
const someoneOfSelfsSchool: Prepare = async ({ server, scene }) => ({
  params: { id: (await createPerson(server.db, 'student', { schoolId: scene.schoolId })).id },
});
const chosenOfSelfsSchool: Prepare = async (at) => ({
  params: { schoolId: at.scene.schoolId },
  json: { user_ids: [(await someoneOfSelfsSchool(at)).params?.['id']] },
});
const schoolWithSignIn: Prepare = async ({ server, scene: { schoolId } }) => {
  await setUpSignIn(server.db, schoolId, { issuer: (await sharedProvider()).issuer });
  return { params: { schoolId } };
};
/** All whom the caller follows; nobody for whoever is no teacher. */
const followedBy = async ({ server, me }: Parameters<Prepare>[0]): Promise<number[]> => {
  const { body } = await server.call('GET /teachers/students', { token: me?.token });
  return (body.students ?? []).map(({ id }: { id: number }) => id);
};
/** One that the teacher of student_self made, with that student. */
const groupOfSelf: Prepare = async ({ server, scene, unique }) => {
  const { body } = await server.call('POST /teachers/groups', {
    token: scene.people.teacher_of_student.token,
    json: { name: `Group ${unique}`, students: [scene.links.teacher_of_student] },
  });
  return { params: { id: body.id } };
};
const ofSelfsSchool: Prepare = ({ scene: { schoolId } }) => ({ params: { schoolId } });
/** One of the school, with student_self in it. */
const schoolGroupOfSelf: Prepare = async ({ server, scene: { schoolId, people }, unique }) => {
  const { body } = await server.call(`POST /admin/schools/${schoolId}/groups`, {
    admin: ADMIN_PASSWORD,
    json: { name: `School group ${unique}`, user_ids: [people.student_self.id] },
  });
  return { params: { schoolId, id: body.id } };
};
const selfById: Prepare = ({ scene }) => ({ params: { id: scene.people.student_self.id } });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A file of student_self: the one that is there, or a new one. */
const fileOfSelf = async (
  server: TestServer,
  { people: { student_self: self } }: Scene,
  bytes: Uint8Array,
) => {
  const wanted = bytes === PNG ? 'png' : 'pdf';
  const there: EvidenceFile[] = await listOf(server, self);
  return there.find((file) => file.file_type === wanted) ?? (await upload(server, self, bytes)).body;
};
/** The parts of a signed link. */
const signed = (url: string): Attempt => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return { params: { public_id: pathname.split('/')[3] ?? '' }, query: searchParams.toString() };
};

const mailed = async ({ db }: TestServer, kind: 'reset' | 'confirm') =>
  insertMailedLink(db, kind, await createPerson(db, 'student'));

/** The last day of a page that is shared for a month. */
export const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const newcomer = (unique: string) => ({ username: unique, email: `${unique}@example.org` });
const assigned = ({ people }: Scene) => ({
  teacher_email: people.teacher_of_student.email,
  student_emails: [people.student_self.email],
});
const feedback = { message: 'Hello', email: 'Anonymous', timestamp: '', user: '' };

const attempt = { done_on: '2026-01-02', score: 64, note: 'Slow in part B.' };
/** One of student_self, of a paper that nothing else here is about. */
const attemptOfSelf: Prepare = async ({ server, scene: { people } }) => {
  const { token } = people.student_self;
  await server.call('POST /completion/attempts', { token, json: { ...paper, year: 2021, ...attempt } });
  const query = new URLSearchParams({ ...PAPER, year: '2021' });
  const { body } = await server.call(`GET /completion/attempts?${query}`, { token });
  return { params: { id: body.attempts[0].id } };
};

/** Words between student_self and the teacher, about one paper. */
const wordsOfSelf = ({ server, scene: { people, links } }: Parameters<Prepare>[0]) =>
  exchangeWords(server, {
    student: people.student_self,
    teacher: people.teacher_of_student,
    link: links.teacher_of_student,
  });
const paperOfSelf: Prepare = async (at) => {
  await wordsOfSelf(at);
  return { ...(await linkOfSelf(at)), query: `key=${WORD_KEY}` };
};
const teachersWord: Prepare = async (at) => ({ params: { id: (await wordsOfSelf(at)).word } });
const answerOfSelf: Prepare = async (at) => ({ params: { id: (await wordsOfSelf(at)).answer } });

/** As an import of a spreadsheet adds it. */
export const addedAttempt = (year: number) => ({
  ...paper,
  year,
  entered_at: '2026-01-02T10:00:00.000Z',
  was: null,
  becomes: { ...attempt, marks: null },
});

/** Of the calls that take it, with as many papers as asked for. */
export const setJson = (papers = 1) => ({
  subject_id: 'math_aa_hl',
  papers: Array.from({ length: papers }, (_, n) => ({
    year: 2024 - n,
    session: 'November',
    paper: 'paper1',
    timezone: null,
  })),
  audience: 'everyone',
  group_id: null,
  student_ids: [],
  due_on: inAMonth(),
  line: 'As far as question 6.',
});
const teachMaths = (server: TestServer, token: string | undefined) =>
  server.call('POST /teachers/subjects', { token, json: { subjects: ['math_aa_hl'] } });
/** Set by teacher_of_student. */
const setBySame: Prepare = async ({ server, scene: { people } }) => {
  const { token } = people.teacher_of_student;
  await teachMaths(server, token);
  const id = randomUUID();
  await server.call('POST /teachers/sets', { token, json: { id, ...setJson() } });
  return { params: { id } };
};

/** What each call needs to succeed for callers who may make it. A missing call does not compile. */
export const ATTEMPTS: Record<Address, Prepare> = {
  'POST /register': ({ unique }) => ({ json: { ...newcomer(unique), password: PASSWORD } }),
  'POST /token': ({ scene }) => ({
    form: { username: scene.people.student_self.username, password: PASSWORD },
  }),
  'POST /schooladmin/login': ({ scene }) => ({
    json: { username: scene.people.school_admin_same.username, password: PASSWORD },
  }),
  'POST /admin/login': () => ({ json: { password: ADMIN_PASSWORD } }),
  'GET /sign-in/options': nothing,
  'GET /sign-in/schools': () => ({ query: 'email=zoe%40school.edu' }),
  'GET /sign-in/{schoolId}/start': schoolWithSignIn,
  'GET /sign-in/callback': () => ({
    query: 'state=unknown&code=unknown',
    headers: { cookie: `tickmark-sign-in=${'a'.repeat(43)}` },
  }),
  'POST /sign-in/session': async ({ server, scene: { people, schoolId } }) => {
    const userId = people.student_self.id;
    const { code, headers } = await makeSignInCode(server.db, 'session', { userId, schoolId });
    return { json: { code }, headers };
  },
  'POST /sign-in/join': async ({ server, scene: { schoolId } }) => {
    const { id: userId } = await createPerson(server.db, 'student', { schoolId });
    const { code, headers } = await makeSignInCode(server.db, 'join', { userId, schoolId });
    return { json: { code, password: PASSWORD }, headers };
  },
  'GET /privacy': nothing,
  'GET /users/me/sign-in': nothing,
  'POST /users/me/sign-in': async ({ server, scene: { schoolId, otherSchoolId } }) => {
    const { issuer } = await sharedProvider();
    for (const id of [schoolId, otherSchoolId]) await setUpSignIn(server.db, id, { issuer });
    return {};
  },
  'GET /admin/schools/{schoolId}/sign-in': schoolWithSignIn,
  'PUT /admin/schools/{schoolId}/sign-in': ({ scene }) => ({
    params: { schoolId: scene.schoolId },
    json: {
      kind: 'google',
      client_id: 'tickmark',
      client_secret: 'a secret',
      makes_students: false,
      only_sign_in: false,
    },
  }),
  'DELETE /admin/schools/{schoolId}/sign-in': schoolWithSignIn,
  'POST /admin/schools/{schoolId}/sign-in/test': schoolWithSignIn,
  'POST /logout': nothing,
  'GET /users/me': nothing,
  'POST /users/me/password': () => ({
    json: { current_password: PASSWORD, new_password: 'another fine secret' },
  }),
  'POST /password/forgot': ({ unique }) => ({ json: { email: newcomer(unique).email } }),
  'POST /password/reset': async ({ server }) => ({
    json: { token: await mailed(server, 'reset'), new_password: 'another fine secret' },
  }),
  'POST /email/confirm': async ({ server }) => ({ json: { token: await mailed(server, 'confirm') } }),
  'POST /users/me/email': ({ unique }) => ({
    json: { email: newcomer(unique).email, current_password: PASSWORD },
  }),
  'POST /users/me/email/link': nothing,
  'GET /users/me/sessions': nothing,
  'DELETE /users/me/sessions': nothing,
  'DELETE /users/me/sessions/{id}': otherLogin,
  'GET /users/me/visits': nothing,
  'GET /users/me/data': nothing,
  'DELETE /users/me': ({ me }) => ({ json: { confirmation: me?.username ?? 'nobody', password: PASSWORD } }),
  'GET /users/me/preferences': nothing,
  'PUT /users/me/preferences': () => ({
    json: { year_ranges: {}, timezone_overrides: {}, sits: 'both', papers: 'set', pace: { goal: 3 } },
  }),

  'GET /subjects': nothing,
  'POST /subjects': () => ({ json: { subjects: ['math_aa_hl'] } }),
  'GET /completion': nothing,
  'POST /completion': () => ({ json: { ...paper, is_completed: true, score: 70, marks: '77/110' } }),
  'POST /completion/bulk': () => ({
    json: { completion_data: { 'math_aa_hl-2022-May-paper1-TZ1': { is_completed: true, score: null } } },
  }),

  'GET /completion/attempts': () => ({ query: QUERY }),
  'POST /completion/attempts': () => ({ json: { ...paper, ...attempt } }),
  'PUT /completion/attempts/{id}': async (at) => ({ ...(await attemptOfSelf(at)), json: attempt }),
  'DELETE /completion/attempts/{id}': attemptOfSelf,
  'GET /users/me/share-pages': nothing,
  'POST /users/me/share-pages': async ({ server, me }) => {
    if (me) await readyToShare(server.db, me.id);
    return { json: { name: 'Arjun', subjects: ['math_aa_hl'], ends_on: inAMonth() } };
  },
  // It belongs to student_self.
  'DELETE /users/me/share-pages/{id}': async ({ server, scene }) => ({
    params: { id: (await insertTestSharePage(server.db, scene.people.student_self.id)).id },
  }),
  'POST /shared': async ({ server, scene }) => ({
    json: { token: (await insertTestSharePage(server.db, scene.people.student_self.id)).token },
  }),

  'GET /completion/spreadsheet': nothing,
  'POST /completion/spreadsheet': () => ({ json: { changes: [addedAttempt(2019)] } }),
  'POST /completion/upload': () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(PAPER)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(smallPdf())]), 'work.pdf');
    return { raw: { body } };
  },
  // It exists, and belongs to student_self: nobody else's list shows it.
  'GET /completion/files': async ({ server, scene }) => {
    await fileOfSelf(server, scene, smallPdf());
    return { query: QUERY };
  },
  'GET /completion/evidence': () => ({ query: `subject_id=${PAPER['subject_id']}` }),
  'PUT /completion/sharing': () => ({ json: { subject_id: PAPER['subject_id'], shared: true } }),
  'DELETE /completion/files/{public_id}': async ({ server, scene }) => ({
    params: { public_id: (await fileOfSelf(server, scene, smallPdf())).public_id },
  }),
  'GET /files/{public_id}': async ({ server, scene }) =>
    signed((await fileOfSelf(server, scene, smallPdf())).file_url),
  'GET /files/{public_id}/thumbnail': async ({ server, scene }) =>
    signed((await fileOfSelf(server, scene, PNG)).thumbnail_url),

  'GET /teachers/subjects': nothing,
  'POST /teachers/subjects': () => ({ json: { subjects: ['math_aa_hl'] } }),
  'GET /teachers/students': nothing,
  'POST /teachers/students': ({ unique }) => ({ json: { email: `${unique}@example.org`, name: null } }),
  'GET /teachers/students/{id}': linkOfSelf,
  'PUT /teachers/students/{id}': ({ scene }) => ({
    params: { id: scene.links.teacher_of_student },
    json: { name: 'Zoë' },
  }),
  'DELETE /teachers/students/{id}': linkOfSelf,
  'GET /teachers/students/{id}/files': async ({ server, scene }) => {
    await fileOfSelf(server, scene, smallPdf());
    const { student_self: self, teacher_of_student: teacher } = scene.people;
    await shareFiles(server, { student: self, teacher });
    return { params: { id: scene.links.teacher_of_student }, query: QUERY };
  },
  'GET /teachers/attention': nothing,
  'GET /users/me/weekly-mail': nothing,
  'PUT /users/me/weekly-mail': () => ({
    json: { is_on: false, weekday: 1, time_zone: 'Europe/Berlin' },
  }),
  'GET /weekly-mail/end': () => ({ query: `token=${'a'.repeat(43)}` }),
  'POST /weekly-mail/end': () => ({ query: `token=${'a'.repeat(43)}` }),
  'PUT /teachers/students/{id}/set-aside': ({ scene }) => ({
    params: { id: scene.links.teacher_of_student },
    json: { is_set_aside: true },
  }),
  'GET /teachers/students/{id}/attempts': paperOfSelf,
  'GET /teachers/students/{id}/words': paperOfSelf,
  'POST /teachers/students/{id}/words': async (at) => ({
    ...(await paperOfSelf(at)),
    query: '',
    json: newWord(),
  }),
  'DELETE /teachers/words/{id}': teachersWord,
  'POST /teachers/words/{id}/restore': teachersWord,
  'GET /users/me/words': async (at) => ({ query: (await paperOfSelf(at)).query ?? '' }),
  'POST /users/me/words': async (at) => {
    await wordsOfSelf(at);
    return { json: { ...newWord('I will'), link_id: at.scene.links.teacher_of_student } };
  },
  'DELETE /users/me/words/{id}': answerOfSelf,
  'POST /users/me/words/{id}/restore': answerOfSelf,
  'GET /teachers/groups': groupOfSelf,
  'POST /teachers/groups': async (at) => ({ json: { name: at.unique, students: await followedBy(at) } }),
  'PUT /teachers/groups/{id}': async (at) => ({
    ...(await groupOfSelf(at)),
    json: { name: at.unique, students: await followedBy(at) },
  }),
  'DELETE /teachers/groups/{id}': groupOfSelf,
  'POST /teachers/groups/{id}/restore': async (at) => {
    const made = await groupOfSelf(at);
    const { token } = at.scene.people.teacher_of_student;
    await at.server.call(`DELETE /teachers/groups/${made.params?.['id']}`, { token });
    return made;
  },
  'GET /teachers/grid': () => ({ query: 'subject_id=math_aa_hl' }),
  'GET /teachers/sets': nothing,
  'POST /teachers/sets': async ({ server, me }) => {
    await teachMaths(server, me?.token);
    return { json: { id: randomUUID(), ...setJson() } };
  },
  'GET /teachers/sets/{id}': setBySame,
  'PUT /teachers/sets/{id}': async (at) => {
    // Also who may not see it: what they teach is not what it is refused for.
    await teachMaths(at.server, at.me?.token);
    return { ...(await setBySame(at)), json: setJson(2) };
  },
  'DELETE /teachers/sets/{id}': setBySame,
  'POST /teachers/sets/{id}/restore': async (at) => {
    const made = await setBySame(at);
    const { token } = at.scene.people.teacher_of_student;
    await at.server.call(`DELETE /teachers/sets/${made.params?.['id']}`, { token });
    return made;
  },
  'GET /users/me/from-teachers': async (at) => {
    await at.server.call('POST /subjects', { token: at.me?.token, json: { subjects: ['math_aa_hl'] } });
    await setBySame(at);
    return {};
  },
  'POST /invitation': async ({ server, scene: { people }, me, unique }) => {
    // By a teacher of the caller's own school: it names them.
    const others = [people.student_other.id, people.teacher_other.id, people.school_admin_other.id];
    const teacher = me && others.includes(me.id) ? people.teacher_other : people.teacher_of_student;
    const { body } = await server.call('POST /teachers/students', {
      token: teacher.token,
      json: { email: `${unique}@example.org`, name: null },
    });
    return { json: { token: body.invitation_token } };
  },
  'GET /teachers/progress': () => ({ query: 'from=2017&to=2024' }),
  'GET /users/me/teachers': nothing,
  'POST /users/me/teachers/{id}/accept': ownLink,
  'DELETE /users/me/teachers/{id}': ownLink,

  'GET /schooladmin/settings': nothing,
  'GET /schooladmin/dashboard/statistics': nothing,
  'GET /schooladmin/dashboard/users': nothing,
  'POST /schooladmin/dashboard/users/export': () => ({ json: { sort: 'done', inactive_days: '7' } }),
  'GET /schooladmin/dashboard/facts': nothing,
  'GET /schooladmin/dashboard/choices': nothing,
  'GET /schooladmin/dashboard/reports': nothing,
  'GET /schooladmin/dashboard/teachers': nothing,
  'POST /schooladmin/users/{id}/confirm': someoneOfSelfsSchool,
  'DELETE /schooladmin/users/{id}': someoneOfSelfsSchool,
  'POST /schooladmin/users/{id}/password/link': someoneOfSelfsSchool,
  'POST /schooladmin/users/{id}/password': someoneOfSelfsSchool,
  'GET /schooladmin/dashboard/students/{id}': selfById,
  'GET /schooladmin/dashboard/teachers/{id}/students': ({ scene }) => ({
    params: { id: scene.people.teacher_of_student.id },
  }),
  'GET /schooladmin/dashboard/teachers/{id}/pending': ({ scene }) => ({
    params: { id: scene.people.teacher_of_student.id },
  }),

  'GET /admin/schools': nothing,
  'POST /admin/schools': ({ unique }) => ({ json: { name: 'New', domain_pattern: `@${unique}.edu` } }),
  'PUT /admin/schools/{schoolId}': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: { name: 'Renamed', domain_pattern: `@${unique}.edu` },
  }),
  'DELETE /admin/schools/{schoolId}': async ({ server }) => ({
    params: { schoolId: await createSchool(server.db) },
  }),
  'GET /admin/users': nothing,
  'POST /admin/users/export': ({ scene }) => ({ json: { school_id: scene.schoolId } }),
  'GET /admin/users/counts': nothing,
  'GET /admin/users/{id}/students/count': selfById,
  'PUT /admin/users/{id}': ({ scene, unique }) => ({
    params: { id: scene.people.student_self.id },
    json: { ...newcomer(unique), school_id: scene.schoolId, role: 'teacher' },
  }),
  'DELETE /admin/users/{id}': selfById,
  'POST /admin/users/{id}/confirm': someoneOfSelfsSchool,
  'POST /admin/users/{id}/password/link': someoneOfSelfsSchool,
  'POST /admin/users/{id}/password': someoneOfSelfsSchool,
  'POST /admin/impersonate/{id}': selfById,
  'GET /admin/audit': nothing,
  'POST /admin/audit/export': () => ({ json: { side: 'acts' } }),
  'GET /admin/mail': async ({ server, unique }) => {
    await insertFailedMail(server.db, unique);
    return {};
  },
  'POST /admin/mail/{id}/retry': async ({ server, unique }) => ({
    params: { id: await insertFailedMail(server.db, unique) },
  }),
  'POST /admin/mail/retry': async ({ server, unique }) => {
    await insertFailedMail(server.db, unique);
    return {};
  },
  'POST /schooladmin/register': ({ scene, unique }) => ({
    json: { username: unique, password: PASSWORD, school_id: scene.schoolId },
  }),
  'GET /admin/schools/{schoolId}/users-and-classes': ({ scene }) => ({
    params: { schoolId: scene.schoolId },
  }),
  'POST /admin/schools/{schoolId}/classes': ({ scene }) => ({
    params: { schoolId: scene.schoolId },
    json: assigned(scene),
  }),
  'POST /admin/schools/{schoolId}/classes/remove': ({ scene }) => ({
    params: { schoolId: scene.schoolId },
    json: assigned(scene),
  }),
  'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}': ({ scene: { schoolId, people } }) => ({
    params: { schoolId, teacherId: people.teacher_of_student.id, studentId: people.student_self.id },
  }),
  'POST /admin/schools/{schoolId}/batch-import': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: [{ ...newcomer(unique), role: 'student' }],
  }),
  'POST /admin/schools/{schoolId}/batch-import/check': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: [{ ...newcomer(unique), role: 'student' }],
  }),
  'POST /admin/schools/{schoolId}/roster/check': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: { ...rosterOf(unique), is_delta: false, left: [] },
  }),
  'POST /admin/schools/{schoolId}/roster': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: rosterToImport(unique),
  }),
  'POST /admin/schools/{schoolId}/users/{userId}/role': ({ scene }) => ({
    params: { schoolId: scene.schoolId, userId: scene.people.student_self.id },
    json: { role: 'teacher' },
  }),
  'POST /admin/schools/{schoolId}/archive': chosenOfSelfsSchool,
  'POST /admin/schools/{schoolId}/archive/undo': async (at) => {
    const chosen = await chosenOfSelfsSchool(at);
    const address = `POST /admin/schools/${at.scene.schoolId}/archive`;
    await at.server.call(address, { admin: ADMIN_PASSWORD, json: chosen.json });
    return chosen;
  },
  'GET /admin/schools/{schoolId}/archived': ofSelfsSchool,
  'GET /admin/schools/{schoolId}/settings': ofSelfsSchool,
  'PUT /admin/schools/{schoolId}/settings': async (at) => ({
    ...(await ofSelfsSchool(at)),
    json: { joins_by_domain: false, share_pages: false, keeps_months: 12 },
  }),
  'POST /admin/schools/{schoolId}/roles': async (at) => {
    const { json, ...to } = await chosenOfSelfsSchool(at);
    return { ...to, json: { ...(json as object), role: 'teacher' } };
  },
  'POST /admin/schools/{schoolId}/classes/end': chosenOfSelfsSchool,
  'POST /admin/schools/{schoolId}/classes/restore': ({ scene: { schoolId, people } }) => ({
    params: { schoolId },
    json: { pairs: [{ teacher_id: people.teacher_of_student.id, student_id: people.student_self.id }] },
  }),
  'POST /admin/schools/{schoolId}/passwords': chosenOfSelfsSchool,
  'GET /admin/schools/{schoolId}/groups': ofSelfsSchool,
  'POST /admin/schools/{schoolId}/groups': async (at) => ({
    ...(await ofSelfsSchool(at)),
    json: { name: `School group ${at.unique}`, user_ids: [at.scene.people.student_self.id] },
  }),
  'PUT /admin/schools/{schoolId}/groups/{id}': async (at) => ({
    ...(await schoolGroupOfSelf(at)),
    json: { name: `Another ${at.unique}` },
  }),
  'DELETE /admin/schools/{schoolId}/groups/{id}': schoolGroupOfSelf,
  'POST /admin/schools/{schoolId}/groups/{id}/restore': async (at) => {
    const group = await schoolGroupOfSelf(at);
    const address = `DELETE /admin/schools/${at.scene.schoolId}/groups/${group.params?.['id']}`;
    await at.server.call(address, { admin: ADMIN_PASSWORD });
    return group;
  },
  'POST /admin/schools/{schoolId}/groups/members': async (at) => {
    const { params } = await schoolGroupOfSelf(at);
    return {
      ...(await ofSelfsSchool(at)),
      json: { user_ids: [at.scene.people.student_self.id], add: [], remove: [params?.['id']] },
    };
  },
  'POST /admin/schools/{schoolId}/export': chosenOfSelfsSchool,
  'POST /admin/schools/{schoolId}/teachers': ({ scene, unique }) => ({
    params: { schoolId: scene.schoolId },
    json: { teacher: newcomer(unique), student_emails: [scene.people.student_self.email] },
  }),

  'POST /feedback': () => ({ json: feedback }),
  'GET /admin/feedback': nothing,
  'POST /admin/feedback/{id}/done': async ({ server }) => {
    await server.call('POST /feedback', { json: feedback });
    const { body } = await server.call('GET /admin/feedback?limit=1', { admin: ADMIN_PASSWORD });
    return { params: { id: body[0].id }, json: { done: true } };
  },
};
