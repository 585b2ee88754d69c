import { ADMIN_PASSWORD } from '../../server/testing/server.ts';

/** What the smoke run starts from and looks up, past the browser and its line. */

export const PASSWORD = 'a fine long secret';
const ADMIN = { 'x-admin-password': ADMIN_PASSWORD };

export const createApi = (url: string) => {
  const ask = async <T>(
    path: string,
    headers: Record<string, string>,
    json?: unknown,
    method = 'POST',
  ): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { method, body: JSON.stringify(json) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const logIn = async (username: string): Promise<Record<string, string>> => {
    const body = new URLSearchParams({ username, password: PASSWORD });
    const answer = await fetch(`${url}/api/token`, { method: 'POST', body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return { authorization: `Bearer ${token}` };
  };
  return {
    /** The papers of a student, as the server has them. */
    papersOf: async (username: string) =>
      ask<Record<string, { is_completed: boolean; score: number | null; file_count?: number }>>(
        '/completion',
        await logIn(username),
      ),
    /** A school with a teacher and two students, none of them assigned. */
    addSchool: async () => {
      const domain = '@webkit.example';
      const { id } = await ask<{ id: number }>('/admin/schools', ADMIN, {
        name: 'WebKit',
        domain_pattern: domain,
      });
      const people = { ada: 'teacher', mia: 'student', noah: 'student' };
      await ask(
        `/admin/schools/${id}/batch-import`,
        ADMIN,
        Object.entries(people).map(([username, role]) => ({ username, email: `${username}${domain}`, role })),
      );
      return id;
    },
    pairsOf: async (school: number) =>
      (
        await ask<{ classes: { teacher_username: string; student_username: string }[] }>(
          `/admin/schools/${school}/users-and-classes`,
          ADMIN,
        )
      ).classes.map((pair) => `${pair.teacher_username}>${pair.student_username}`),
    /** A teacher of the subject, whom the student has accepted. */
    addTeacher: async (username: string, subject: string, student: string) => {
      const email = `${username}@example.org`;
      await ask('/register', {}, { username, email, password: PASSWORD });
      const [user] = await ask<{ id: number }[]>(`/admin/users?limit=1&q=${email}`, ADMIN);
      const role = { email, username, school_id: null, role: 'teacher' };
      await ask(`/admin/users/${user?.id}`, ADMIN, role, 'PUT');
      const [teacher, follower] = [await logIn(username), await logIn(student)];
      await ask('/teachers/subjects', teacher, { subjects: [subject] });
      await ask('/teachers/students', teacher, { email: `${student}@example.org`, name: 'Wendy' });
      const { teachers } = await ask<{ teachers: { id: number }[] }>('/users/me/teachers', follower);
      await ask(`/users/me/teachers/${teachers[0]?.id}/accept`, follower, {});
    },
  };
};

export type Api = ReturnType<typeof createApi>;
