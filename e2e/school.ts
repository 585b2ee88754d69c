import type { Page, Route } from '@playwright/test';
import { ADMIN, as, openAsAdmin, openWith } from './admin.ts';
import { expect, newName, PASSWORD } from './test.ts';

/** What the journeys through a school's management share. Every test has a school of its own, made through the API. */

export interface School {
  id: number;
  name: string;
  /** '@…', as addresses of the school end. */
  domain: string;
  /** Usernames begin with this, so that no two schools share one. */
  prefix: string;
}
export interface Row {
  username: string;
  email: string;
  role: string;
}

const post = async <T>(page: Page, path: string, data: unknown): Promise<T> => {
  const answer = await page.request.post(`/api/admin${path}`, { headers: ADMIN, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
};

export const person = ({ prefix, domain }: School, name: string, role: string): Row => ({
  username: `${prefix}.${name}`,
  email: `${name}${domain}`,
  role,
});

/** A user of the school as the server tells of one, for answers that a test makes up. */
export const userAt = ({ id: school_id, name, domain }: School, id: number, role: string) => ({
  id,
  username: `${role}.${id}`,
  email: `${role}.${id}${domain}`,
  role,
  email_confirmed: true,
  created_at: null,
  school_id,
  school_name: name,
  erase_on: null,
  name: null,
});

export const newSchool = async (
  page: Page,
  { teachers = [] as string[], students = [] as string[] } = {},
) => {
  const prefix = newName();
  const domain = `@${prefix}.example`;
  const { id } = await post<{ id: number }>(page, '/schools', { name: prefix, domain_pattern: domain });
  const school: School = { id, name: prefix, domain, prefix };
  const rows = [
    ...teachers.map((name) => person(school, name, 'teacher')),
    ...students.map((name) => person(school, name, 'student')),
  ];
  if (rows.length > 0) await post(page, `/schools/${id}/batch-import`, rows);
  return school;
};

export const assign = (page: Page, school: School, teacher: string, students: string[]) =>
  post(page, `/schools/${school.id}/classes`, {
    teacher_email: `${teacher}${school.domain}`,
    student_emails: students.map((name) => `${name}${school.domain}`),
  });

/** Who teaches whom, as the server has it: 'ada>mia'. */
export const pairsOf = async (page: Page, school: School): Promise<string[]> => {
  const answer = await page.request.get(`/api/admin/schools/${school.id}/users-and-classes`, {
    headers: ADMIN,
  });
  const { classes } = (await answer.json()) as {
    classes: { teacher_username: string; student_username: string }[];
  };
  const short = (name: string) => name.slice(school.prefix.length + 1);
  return classes.map((pair) => `${short(pair.teacher_username)}>${short(pair.student_username)}`).toSorted();
};

export const openSchool = (page: Page, { id }: Pick<School, 'id'>, tab?: string): Promise<void> =>
  openAsAdmin(page, `/admin/schools/${id}${tab ? `?tab=${tab}` : ''}`);

/** The same for a new admin of the school, who has chosen a password of their own. */
export const openAsOffice = async (page: Page, { id }: Pick<School, 'id'>, tab?: string): Promise<void> => {
  const username = newName();
  const register = { username, password: PASSWORD, school_id: id };
  await page.request.post('/api/schooladmin/register', { headers: ADMIN, data: register });
  const login = await page.request.post('/api/schooladmin/login', { data: { username, password: PASSWORD } });
  const { access_token: first } = (await login.json()) as { access_token: string };
  const changed = await page.request.post('/api/users/me/password', {
    headers: as(first),
    data: { current_password: PASSWORD, new_password: `${PASSWORD} of theirs` },
  });
  const { access_token: token } = (await changed.json()) as { access_token: string };
  await openWith(page, { schoolAdminToken: token }, `/schooladmin/school${tab ? `?tab=${tab}` : ''}`);
};

export const unassigned = (page: Page) => page.getByRole('list', { name: 'Unassigned students' });
export const card = (page: Page, school: School, teacher: string) =>
  page
    .getByRole('region', { name: 'Teachers' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: `${school.prefix}.${teacher}` }),
    });
export const importBox = (page: Page) => page.getByRole('textbox', { name: 'Users' });
export const importButton = (page: Page) => page.getByRole('button', { name: 'Import Users' });
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
/** No words of the server's own: the screen says what it has to say. */
export const unavailable = (route: Route) => route.fulfill({ status: 503, body: '' });

/** Something to wait for, and the way to end the waiting. */
export function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
