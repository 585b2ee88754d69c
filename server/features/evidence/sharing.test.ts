import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAPER, QUERY, shareFiles, smallPdf, upload } from '../../testing/evidence.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { ageLooks } from './sharing.test.queries.ts';

/** A student's files in the eyes of their teachers: from when, to whom, and until when. */

const server = shareServer();
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };

let schoolId: number;
let otherSchoolId: number;
let picture: Buffer;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  otherSchoolId = await createSchool(server.db);
  picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});

const { ok, asAdmin, takes, teaches, follow } = stepsOn(() => server);
const share = (student: Person, shared: boolean, subject = 'math_aa_hl') =>
  ok(student, 'PUT /completion/sharing', { subject_id: subject, shared });
const open = (teacher: Person, link: number, query = QUERY) =>
  server.call(`GET /teachers/students/${link}/files?${query}`, { token: teacher.token });
const sharingOf = async (student: Person, query = QUERY) =>
  (await ok(student, `GET /completion/files?${query}`)).sharing;
const statusOf = async (url: string) => (await fetch(server.url + url)).status;

/** A student with a picture and a PDF that a teacher of theirs may see. */
const sharing = async (studentsSchool = schoolId) => {
  const student = await createPerson(server.db, 'student', { schoolId: studentsSchool });
  const teacher = await createPerson(server.db, 'teacher', { schoolId });
  const link = await follow(teacher, student);
  if (studentsSchool !== schoolId) await ok(student, `POST /users/me/teachers/${link}/accept`);
  const photo = (await upload(server, student, picture, { name: 'photo.png' })).body;
  const pdf = (await upload(server, student, smallPdf(), { name: 'work.pdf' })).body;
  await shareFiles(server, { student, teacher });
  return { student, teacher, link, photo, pdf };
};

/** Every address by which the teacher could see the files. */
const linksOf = async (teacher: Person, link: number): Promise<string[]> => {
  const { status, body } = await open(teacher, link);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.files.flatMap(
    ({ file_url, thumbnail_url, sizes }: Record<string, string> & { sizes: { url: string }[] }) =>
      [file_url, thumbnail_url, ...sizes.map(({ url }) => url)].filter((url) => url !== null),
  );
};
const marksOf = async (teacher: Person, link: number) => {
  const page = await server.call(`GET /teachers/students/${link}`, { token: teacher.token });
  const { students } = await ok(teacher, 'GET /teachers/grid?subject_id=math_aa_hl');
  const row = students.find(({ id }: { id: number }) => id === link);
  return { page: page.body.files ?? {}, grid: row?.files ?? {} };
};
const expectSeen = async (teacher: Person, link: number) => {
  expect(await marksOf(teacher, link)).toEqual({ page: { [KEY]: 2 }, grid: { [KEY]: 2 } });
  const links = await linksOf(teacher, link);
  expect(links).toHaveLength(4);
  for (const url of links) expect(await statusOf(url), url).toBe(200);
  return links;
};
const expectUnseen = async (teacher: Person, link: number, links: readonly string[] = []) => {
  expect(await open(teacher, link)).toMatchObject(NOT_FOUND);
  expect(await marksOf(teacher, link)).toEqual({ page: {}, grid: {} });
  for (const url of links) expect(await statusOf(url), url).toBe(404);
};

describe('sharing', () => {
  test('is off at first', async () => {
    const { student, teacher, link } = await sharing();
    await share(student, false);
    await expectUnseen(teacher, link);
    expect(await sharingOf(student)).toEqual({
      is_shared: false,
      teachers: [{ name: teacher.username, is_mine: true, seen_at: null }],
    });
  });

  test('shows the files of that subject to its teachers, and to them alone', async () => {
    const { student, teacher, link, photo, pdf } = await sharing();
    await expectSeen(teacher, link);
    expect((await open(teacher, link)).body.files).toMatchObject([
      { public_id: photo.public_id, original_filename: 'photo.png' },
      { public_id: pdf.public_id, original_filename: 'work.pdf' },
    ]);
    const colleague = await createPerson(server.db, 'teacher', { schoolId });
    await teaches(colleague, 'physics_hl');
    const theirs = await follow(colleague, student);
    expect(await open(colleague, theirs)).toMatchObject(NOT_FOUND);
    expect(await open(colleague, link)).toMatchObject(NOT_FOUND);
    await teaches(colleague, 'math_aa_hl');
    await expectSeen(colleague, theirs);
    // By their own link to the student, not by a colleague's.
    expect(await open(colleague, link)).toMatchObject(NOT_FOUND);
    const stranger = await createPerson(server.db, 'teacher', { schoolId: otherSchoolId });
    await teaches(stranger, 'math_aa_hl');
    const request = await follow(stranger, student);
    expect(await open(stranger, request)).toMatchObject(NOT_FOUND);
    // The table allows a request that names its student.
    const asking = await createPerson(server.db, 'teacher', { schoolId: otherSchoolId });
    await teaches(asking, 'math_aa_hl');
    const known = await insertTestLink(server.db, 'pending', { teacher: asking, student, isKnown: true });
    expect(await open(asking, known)).toMatchObject(NOT_FOUND);
  });

  test('is for one subject', async () => {
    const { student, teacher, link } = await sharing();
    await takes(student, 'math_aa_hl', 'physics_hl');
    await teaches(teacher, 'math_aa_hl', 'physics_hl');
    const fields = { ...PAPER, subject_id: 'physics_hl' };
    await upload(server, student, smallPdf(1), { name: 'physics.pdf', fields });
    const physics = new URLSearchParams(fields).toString();
    expect(await open(teacher, link, physics)).toMatchObject(NOT_FOUND);
    expect((await sharingOf(student, physics)).is_shared).toBe(false);
    await expectSeen(teacher, link);
    await share(student, true, 'physics_hl');
    await share(student, false);
    expect((await open(teacher, link, physics)).body.files).toHaveLength(1);
    expect(await open(teacher, link)).toMatchObject(NOT_FOUND);
  });

  test('once more changes nothing, and so does ending it twice', async () => {
    const { student, teacher, link } = await sharing();
    await share(student, true);
    await expectSeen(teacher, link);
    await share(student, false);
    await share(student, false);
    await expectUnseen(teacher, link);
  });

  test('is one student’s own: what another takes back, or whom they end, changes nothing', async () => {
    const [one, other] = [await sharing(), await sharing()];
    await share(other.student, false);
    await expectSeen(one.teacher, one.link);
    await share(other.student, true);
    await ok(other.student, `DELETE /users/me/teachers/${other.link}`);
    await expectSeen(one.teacher, one.link);
    const { id, username, email } = other.student;
    await asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: otherSchoolId, role: 'student' });
    await expectSeen(one.teacher, one.link);
  });

  test('covers what is added later', async () => {
    const { student, teacher, link } = await sharing();
    await upload(server, student, smallPdf(5), { name: 'later.pdf' });
    expect((await open(teacher, link)).body.files).toHaveLength(3);
  });

  test.each([
    {},
    { subject_id: 'math_aa_hl' },
    { subject_id: 'math_aa_hl', shared: 'true' },
    { subject_id: 'math_aa_hl', shared: null },
    { subject_id: 'alchemy_hl', shared: true },
    { subject_id: 'math_aa_hl', shared: true, user_id: 1 },
  ])('refuses %j', async (json) => {
    const { token } = await createPerson(server.db, 'student');
    expect((await server.call('PUT /completion/sharing', { token, json })).status).toBe(422);
  });

  test('is neither told nor offered to who has no teachers', async () => {
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    expect(await ok(teacher, `GET /completion/files?${QUERY}`)).toEqual({ files: [] });
    expect((await server.call(`GET /completion/files?${QUERY}`)).body).toEqual({ files: [] });
  });

  test('is for the two of them: not for who views as one', async () => {
    const { student, teacher, link } = await sharing();
    const viewAs = async ({ id }: Person) =>
      (await asAdmin(`POST /admin/impersonate/${id}`)).access_token as string;
    expect(await open({ ...teacher, token: await viewAs(teacher) }, link)).toMatchObject({
      status: 403,
      body: { detail: 'Not while viewing as somebody else.' },
    });
    const json = { subject_id: 'math_aa_hl', shared: false };
    expect(
      await server.call('PUT /completion/sharing', { token: await viewAs(student), json }),
    ).toMatchObject({
      status: 403,
      body: { detail: 'Files cannot be shared while viewing as somebody else.' },
    });
    expect((await sharingOf(student)).teachers).toEqual([
      { name: teacher.username, is_mine: true, seen_at: null },
    ]);
  });
});

describe('sight ends at once, also by links that were handed out, when', () => {
  type Shared = Awaited<ReturnType<typeof sharing>>;
  const ENDS: Record<string, (shared: Shared) => Promise<unknown>> = {
    'the student takes it back': ({ student }) => share(student, false),
    'the student ends the teacher': ({ student, link }) => ok(student, `DELETE /users/me/teachers/${link}`),
    'the teacher removes the student': ({ teacher, link }) =>
      ok(teacher, `DELETE /teachers/students/${link}`),
    'the platform admin removes the student': ({ student, teacher }) =>
      asAdmin(`DELETE /admin/schools/${schoolId}/classes/${teacher.id}/${student.id}`),
    'the student drops the subject': ({ student }) => takes(student, 'physics_hl'),
    'the teacher drops the subject': ({ teacher }) => teaches(teacher, 'physics_hl'),
    'the student moves to another school': ({ student: { id, username, email } }) =>
      asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: otherSchoolId, role: 'student' }),
    'the teacher moves to another school': ({ teacher: { id, username, email } }) =>
      asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: otherSchoolId, role: 'teacher' }),
    'the student becomes a teacher': ({ student: { id, username, email } }) =>
      asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: schoolId, role: 'teacher' }),
    'the files are removed': async ({ student, photo, pdf }) => {
      for (const { public_id: id } of [photo, pdf]) await ok(student, `DELETE /completion/files/${id}`);
    },
    'the student is deleted': ({ student: { id } }) =>
      server.call(`DELETE /admin/users/${id}`, { admin: ADMIN_PASSWORD }),
  };

  test.each(Object.entries(ENDS))('%s', async (_name, end) => {
    const shared = await sharing();
    const links = await expectSeen(shared.teacher, shared.link);
    await end(shared);
    for (const url of links) expect(await statusOf(url), url).toBe(404);
    const { token } = await relogin(shared.teacher);
    await expectUnseen({ ...shared.teacher, token }, shared.link, links);
  });

  test.each(['teacher', 'student'] as const)('the %s gets another role', async (who) => {
    const shared = await sharing();
    const links = await expectSeen(shared.teacher, shared.link);
    const { id, username, email } = shared[who];
    const role = who === 'teacher' ? 'student' : 'school_admin';
    await asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: schoolId, role });
    for (const url of links) expect(await statusOf(url), url).toBe(404);
  });

  /** A teacher who was moved has to log in again. */
  const relogin = async ({ username }: Person) => {
    const { body } = await server.call('POST /token', { form: { username, password: PASSWORD } });
    return { token: body.access_token as string };
  };

  test('the student moves, though a teacher of another school stays with them', async () => {
    const { student, teacher, link } = await sharing(otherSchoolId);
    const links = await expectSeen(teacher, link);
    const third = await createSchool(server.db);
    const { id, username, email } = student;
    await asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: third, role: 'student' });
    expect(
      (await server.call(`GET /teachers/students/${link}`, { token: teacher.token })).body,
    ).toMatchObject({
      status: 'active',
      files: {},
    });
    await expectUnseen(teacher, link, links);
    // Back in the old school the word is not given again by itself.
    await asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: otherSchoolId, role: 'student' });
    await expectUnseen(teacher, link, links);
  });

  test('the student ends the teacher, who adds them again', async () => {
    const { student, teacher, link } = await sharing();
    await takes(student, 'math_aa_hl', 'physics_hl');
    await share(student, true, 'physics_hl');
    const links = await expectSeen(teacher, link);
    await ok(student, `DELETE /users/me/teachers/${link}`);
    const again = await follow(teacher, student);
    await expectUnseen(teacher, again, links);
    expect((await sharingOf(student)).is_shared).toBe(false);
    // What the teacher does not teach is shared as before.
    const physics = QUERY.replace('math_aa_hl', 'physics_hl');
    expect((await sharingOf(student, physics)).is_shared).toBe(true);
    await share(student, true);
    await expectSeen(teacher, again);
  });

  test('and comes back with a subject that was dropped by mistake', async () => {
    const { student, teacher, link } = await sharing();
    await takes(student);
    await expectUnseen(teacher, link);
    await takes(student, 'math_aa_hl');
    await expectSeen(teacher, link);
  });
});

describe('a link to a shared file', () => {
  test('is never kept by a browser, and is not the owner’s', async () => {
    const { student, teacher, link, photo } = await sharing();
    for (const url of await linksOf(teacher, link)) {
      const answer = await fetch(server.url + url);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const own = await fetch(server.url + photo.file_url);
    expect(own.headers.get('cache-control')).toMatch(/^private, max-age/);
    await share(student, false);
    expect(await statusOf(photo.file_url)).toBe(200);
  });

  test('opens nothing without its number, or with another', async () => {
    const { teacher, link } = await sharing();
    const other = await sharing();
    for (const url of await linksOf(teacher, link)) {
      expect(url).toContain(`link=${link}`);
      for (const changed of ['', `&link=${other.link}`, '&link=0', '&link=x', `&link=${link}&link=${link}`])
        expect(await statusOf(url.replace(`&link=${link}`, changed)), changed).toBe(404);
    }
  });
});

describe('a look', () => {
  test('is shown to the student, with the day of the last one', async () => {
    const { student, teacher, link } = await sharing();
    await open(teacher, link);
    await ageLooks(server.db, student.id);
    const before = (await sharingOf(student)).teachers[0];
    expect(before).toEqual({ name: teacher.username, is_mine: true, seen_at: expect.any(String) });
    await open(teacher, link);
    const [after, ...others] = (await sharingOf(student)).teachers;
    expect(others).toEqual([]);
    expect(Date.parse(after.seen_at) - Date.parse(before.seen_at)).toBeGreaterThan(86_000_000);
  });

  test('is of the paper that was opened', async () => {
    const { student, teacher, link } = await sharing();
    await upload(server, student, smallPdf(1), { fields: { ...PAPER, year: '2022' } });
    await open(teacher, link);
    expect((await sharingOf(student, QUERY.replace('2023', '2022'))).teachers[0].seen_at).toBeNull();
    const all = await ok(student, 'GET /completion/evidence?subject_id=math_aa_hl');
    expect(all.sharing.teachers[0].seen_at).toEqual(expect.any(String));
  });

  test('that was refused leaves nothing', async () => {
    const { student, teacher, link } = await sharing();
    await share(student, false);
    await open(teacher, link);
    expect((await sharingOf(student)).teachers[0].seen_at).toBeNull();
  });

  test('stays in sight when the sharing and the teacher are gone', async () => {
    const { student, teacher, link } = await sharing();
    await open(teacher, link);
    await share(student, false);
    await ok(student, `DELETE /users/me/teachers/${link}`);
    expect(await sharingOf(student)).toEqual({
      is_shared: false,
      teachers: [{ name: teacher.username, is_mine: false, seen_at: expect.any(String) }],
    });
  });

  test('is told to nobody else', async () => {
    const { teacher, link } = await sharing();
    const other = await sharing();
    await open(teacher, link);
    expect((await sharingOf(other.student)).teachers).toEqual([
      { name: other.teacher.username, is_mine: true, seen_at: null },
    ]);
  });
});

describe('all evidence', () => {
  test('is the caller’s own files of the subject, with their papers', async () => {
    const { student, photo, pdf } = await sharing();
    const elsewhere = { ...PAPER, year: '2021', session: 'November' };
    const third = (await upload(server, student, smallPdf(9), { name: 'third.pdf', fields: elsewhere })).body;
    await upload(server, student, smallPdf(8), { fields: { ...PAPER, subject_id: 'math_aa_sl' } });
    const { files } = await ok(student, 'GET /completion/evidence?subject_id=math_aa_hl');
    expect(files).toEqual([
      { ...photo, key: KEY },
      { ...pdf, key: KEY },
      { ...third, key: 'math_aa_hl-2021-November-paper1-TZ1' },
    ]);
    const other = await createPerson(server.db, 'student', { schoolId });
    expect(await ok(other, 'GET /completion/evidence?subject_id=math_aa_hl')).toMatchObject({ files: [] });
  });

  test.each(['', 'alchemy_hl', 'math_aa_hl&year=2023'])('refuses the subject %j', async (subject) => {
    const { token } = await createPerson(server.db, 'student');
    expect((await server.call(`GET /completion/evidence?subject_id=${subject}`, { token })).status).toBe(422);
  });
});
