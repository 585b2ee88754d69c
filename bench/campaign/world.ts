import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { type Address, api } from '../../contract/index.ts';
import { type Caller, mayCall } from '../../domain/permissions.ts';
import type { Role } from '../../domain/roles.ts';
import { type Client, createClient } from './client.ts';
import type { Senders } from './judge.ts';
import type { Kind, LookUp } from './known.ts';
import { pick } from './spoil-value.ts';

/**
 * Two schools with people in them, made by the calls that make them in life, so that an attack meets something to
 * hit. Whoever dies in the attack is replaced.
 */

interface About {
  role: Role;
  /** Of the two schools, or of none. */
  school: 0 | 1 | undefined;
}

interface Person extends About {
  id: number;
  username: string;
  email: string | undefined;
  token: string;
}

export interface World extends Senders {
  /** What a caller's request names; of the links between teachers and students every other time their own. */
  lookUp(caller: string): LookUp;
  /** Headers by which a caller is known. */
  credentials(caller: string): [string, string][];
  /** To be called when somebody may have died. */
  revive(): Promise<void>;
}

const PASSWORD = 'nobody guesses this one';
const SUBJECTS = ['math_aa_hl', 'physics_hl'];
const FEWEST_LINKS = 8;

const PEOPLE: Record<string, About> = {
  student: { role: 'student', school: 0 },
  'student elsewhere': { role: 'student', school: 1 },
  'student without a school': { role: 'student', school: undefined },
  teacher: { role: 'teacher', school: 0 },
  'teacher elsewhere': { role: 'teacher', school: 1 },
  'school admin': { role: 'school_admin', school: 0 },
  'school admin elsewhere': { role: 'school_admin', school: 1 },
};
/** Those who send nothing, and are there to be deleted, moved and looked at. */
const EXTRAS: Record<string, About> = {
  'extra student': { role: 'student', school: 0 },
  'another extra student': { role: 'student', school: 0 },
  'extra student elsewhere': { role: 'student', school: 1 },
  'extra teacher': { role: 'teacher', school: 0 },
};

/** Who sends requests, and as what the server takes them. */
const CALLERS: Record<string, Caller[]> = {
  ...Object.fromEntries(Object.entries(PEOPLE).map(([name, { role }]) => [name, [role]])),
  'platform admin': ['platform_admin', 'anonymous'],
  'platform admin logged in as a student': ['platform_admin', 'student'],
  'platform admin viewing as a student': ['student'],
  'somebody who logged out': ['anonymous'],
  'somebody with a made-up token': ['anonymous'],
  anonymous: ['anonymous'],
};

export const callersOf = (address: Address): { admitted: string[]; others: string[] } => {
  const names = Object.keys(CALLERS);
  const may = (name: string) =>
    CALLERS[name]?.some((caller) => mayCall(caller, api[address].access)) ?? false;
  return { admitted: names.filter(may), others: names.filter((name) => !may(name)) };
};

interface School {
  id: number;
  domain: string;
}

const createSchools = async ({ must }: Client, mark: string): Promise<[School, School]> => {
  const create = async (nth: number): Promise<School> => {
    const domain = `${mark}${nth}.edu`;
    const json = { name: `School ${nth}`, domain_pattern: `@${domain}` };
    return { id: (await must('POST /admin/schools', { json }))['id'], domain };
  };
  return [await create(1), await create(2)];
};

const logIn = async ({ must }: Client, username: string, role: Role): Promise<string> => {
  const body =
    role === 'school_admin'
      ? await must('POST /schooladmin/login', { json: { username, password: PASSWORD } })
      : await must('POST /token', { form: new URLSearchParams({ username, password: PASSWORD }) });
  return body['access_token'];
};

const createPerson = async (
  client: Client,
  schools: School[],
  about: About,
  name: string,
): Promise<Person> => {
  const { must } = client;
  const { role, school: nth } = about;
  const username = `${role}-${name}`;
  const school = nth === undefined ? undefined : schools[nth];
  if (role === 'school_admin') {
    const json = { username, password: PASSWORD, school_id: school?.id };
    const { id } = await must('POST /schooladmin/register', { json });
    return { ...about, id, username, email: undefined, token: await logIn(client, username, role) };
  }
  const email = `${username}@${school?.domain ?? 'example.org'}`;
  const { access_token: token } = await must('POST /register', {
    json: { username, email, password: PASSWORD },
  });
  const { id } = await must('GET /users/me', { token });
  if (role === 'student') return { ...about, id, username, email, token };
  await must(`POST /admin/schools/${school?.id}/users/${id}/role`, { json: { role } });
  return { ...about, id, username, email, token: await logIn(client, username, role) };
};

/** Subjects, a record and two files. */
const equip = async ({ must }: Client, { token }: Person): Promise<Record<string, string>[]> => {
  await must('POST /subjects', { token, json: { subjects: SUBJECTS } });
  const completion_data = { 'math_aa_hl-2023-May-paper1': { is_completed: true, score: 50 } };
  await must('POST /completion/bulk', { token, json: { completion_data } });
  const canvas = { width: 700, height: 500, channels: 3 as const, background: '#336699' };
  const picture = await sharp({ create: canvas }).jpeg().toBuffer();
  const files: Record<string, string>[] = [];
  for (const bytes of [picture, Buffer.from('%PDF-1.4\n%%EOF\n')]) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'work');
    const paper = { subject_id: 'math_aa_hl', year: '2023', session: 'May', paper: 'paper1' };
    for (const [field, value] of Object.entries(paper)) form.append(field, value);
    files.push(await must('POST /completion/upload', { token, form }));
  }
  return files;
};

const queryOf = (address: string | null | undefined, name: string): string =>
  new URL(address ?? '', 'http://localhost').searchParams.get(name) ?? '';

export const createWorld = async (url: string, adminPassword: string): Promise<World> => {
  const client = createClient(url, adminPassword);
  const { call, must } = client;
  const mark = `w${randomBytes(4).toString('hex')}`;
  const schools = await createSchools(client, mark);
  const people = new Map<string, Person>();
  const roles = new Map<string, Caller>();
  let files: Record<string, string>[] = [];
  let links: string[] = [];
  const ownLinks = new Map<string, string[]>();
  let viewing = '';
  let number = 0;

  const follow = async (teacher: Person): Promise<void> => {
    await must('POST /teachers/subjects', { token: teacher.token, json: { subjects: SUBJECTS } });
    for (const { email } of people.values()) {
      await call('POST /teachers/students', { token: teacher.token, json: { email, name: null } });
    }
  };

  const teachers = () => [...people.values()].filter(({ role }) => role === 'teacher');
  /** Notes which links a student has who sends requests; answers whether one waits to be accepted. */
  const findOwnLinks = async (): Promise<boolean> => {
    let isPending = false;
    for (const name of Object.keys(PEOPLE).filter((one) => PEOPLE[one]?.role === 'student')) {
      const { body } = await call('GET /users/me/teachers', { token: people.get(name)?.token ?? '' });
      const mine: { id: number; status: string }[] = body['teachers'] ?? [];
      ownLinks.set(
        name,
        mine.map(({ id }) => String(id)),
      );
      isPending ||= mine.some(({ status }) => status === 'pending');
    }
    return isPending;
  };

  /** Who follows whom by now. An attack ends it one by one, so it is begun anew before nothing is left. */
  const findLinks = async (): Promise<void> => {
    const lists = await Promise.all(
      teachers().map(async ({ token }) => (await call('GET /teachers/students', { token })).body['students']),
    );
    links = lists.flat().flatMap((link: { id: number } | undefined) => (link ? String(link.id) : []));
    if ((await findOwnLinks()) && links.length >= FEWEST_LINKS) return;
    for (const teacher of teachers()) await follow(teacher);
    await findOwnLinks();
  };

  const bring = async (name: string, about: About): Promise<void> => {
    const person = await createPerson(client, schools, about, `${mark}-${(number += 1)}`);
    people.set(name, person);
    roles.set(person.token, person.role);
    if (person.role === 'teacher') await follow(person);
    if (name !== 'student') return;
    files = await equip(client, person);
    viewing = (await must(`POST /admin/impersonate/${person.id}`))['access_token'];
    roles.set(viewing, 'student');
  };

  for (const [name, about] of Object.entries({ ...PEOPLE, ...EXTRAS })) await bring(name, about);
  const dead = await logIn(client, people.get('student')?.username ?? '', 'student');
  await must('POST /logout', { token: dead });
  await findLinks();

  const lists: Record<Kind, () => readonly string[]> = {
    id: () => [...people.values()].map(({ id }) => String(id)),
    studentId: () =>
      [...people.values()].filter(({ role }) => role === 'student').map(({ id }) => String(id)),
    teacherId: () => teachers().map(({ id }) => String(id)),
    linkId: () => links,
    schoolId: () => schools.map(({ id }) => String(id)),
    schoolNumber: () => schools.map(({ id }) => String(id)),
    username: () => [...people.values()].map(({ username }) => username),
    email: () => [...people.values()].flatMap(({ email }) => email ?? []),
    studentEmail: () =>
      [...people.values()].filter(({ role }) => role === 'student').flatMap(({ email }) => email ?? []),
    teacherEmail: () => teachers().flatMap(({ email }) => email ?? []),
    domain: () => schools.map(({ domain }) => domain),
    password: () => [PASSWORD, PASSWORD, PASSWORD, adminPassword],
    publicId: () => files.map((file) => file['public_id'] ?? ''),
    expires: () => files.map((file) => queryOf(file['file_url'], 'expires')),
    signature: () => files.map((file) => queryOf(file['file_url'], 'signature')),
    thumbnailSignature: () => files.map((file) => queryOf(file['thumbnail_url'], 'signature')),
  };

  const bearer = (token: string | undefined): [string, string] => ['authorization', `Bearer ${token}`];
  const admin: [string, string] = ['x-admin-password', adminPassword];

  return {
    adminPassword,
    ofToken: (token) => roles.get(token),
    lookUp: (caller) => (kind, n) => {
      const own = kind === 'linkId' && n % 2 === 0 ? (ownLinks.get(caller) ?? []) : [];
      return pick(own.length > 0 ? own : lists[kind](), n);
    },
    credentials: (caller) => {
      switch (caller) {
        case 'anonymous':
          return [];
        case 'platform admin':
          return [admin];
        case 'platform admin logged in as a student':
          return [admin, bearer(people.get('student')?.token)];
        case 'platform admin viewing as a student':
          return [bearer(viewing)];
        case 'somebody who logged out':
          return [bearer(dead)];
        case 'somebody with a made-up token':
          return [bearer('A'.repeat(43))];
        default:
          return [bearer(people.get(caller)?.token)];
      }
    },
    revive: async () => {
      const isAlive = async ({ token, role }: { token: string; role: Role }) => {
        const { status, body } = await call('GET /users/me', { token });
        return status === 200 && body['role'] === role;
      };
      for (const [name, about] of Object.entries({ ...PEOPLE, ...EXTRAS })) {
        const person = people.get(name);
        const isWhole =
          person &&
          (await isAlive(person)) &&
          (name !== 'student' || (await isAlive({ token: viewing, role: 'student' })));
        if (!isWhole) await bring(name, about);
      }
      await findLinks();
    },
  };
};
