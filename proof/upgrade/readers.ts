import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_PASSWORD } from '../../server/testing/server.ts';
import type { School } from './school.ts';
import type { Site } from './site.ts';

/** People of every role who log in and look, by calls that both versions have. Each does one thing at a time. */

type Login = { address: string; username: string; pages: readonly string[] };

const STUDENT = [
  'GET /users/me',
  'GET /subjects',
  'GET /completion',
  'GET /users/me/preferences',
  'GET /users/me/teachers',
];
const TEACHER = ['GET /users/me', 'GET /teachers/subjects', 'GET /teachers/students'];
const SCHOOL_ADMIN = [
  'GET /users/me',
  'GET /schooladmin/dashboard/statistics',
  'GET /schooladmin/dashboard/users',
  'GET /schooladmin/dashboard/teachers',
];
const PLATFORM_ADMIN = [
  'GET /admin/schools',
  'GET /admin/users/counts',
  'GET /admin/users',
  'GET /admin/audit',
];

const BETWEEN_MS = 60;
const PAGES_PER_LOGIN = 40;

const anyOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

const logInAndLook = async (
  site: Site,
  { address, username, pages }: Login,
  password: string,
  stopping: AbortSignal,
) => {
  const given = { username, password };
  const request = address.endsWith('/token') ? { form: given } : { json: given };
  const token: string | undefined = (await site.call(address, request))?.body?.access_token;
  if (token === undefined) return;
  for (let left = PAGES_PER_LOGIN; left > 0 && !stopping.aborted; left -= 1) {
    await pause(randomInt(BETWEEN_MS));
    await site.call(anyOf(pages), { token });
  }
};

export const startReaders = (site: Site, school: School): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const people: Login[] = [
    ...school.students.map((username) => ({ address: 'POST /token', username, pages: STUDENT })),
    ...school.teachers.map((username) => ({ address: 'POST /token', username, pages: TEACHER })),
    { address: 'POST /schooladmin/login', username: school.schoolAdmin, pages: SCHOOL_ADMIN },
  ];
  const ends = [
    ...people.map(async (person) => {
      while (!stopping.signal.aborted) {
        await logInAndLook(site, person, school.password, stopping.signal);
        await pause(randomInt(BETWEEN_MS));
      }
    }),
    (async () => {
      while (!stopping.signal.aborted) {
        await site.call(anyOf(PLATFORM_ADMIN), { admin: ADMIN_PASSWORD });
        await pause(randomInt(BETWEEN_MS));
      }
    })(),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(ends);
    },
  };
};
