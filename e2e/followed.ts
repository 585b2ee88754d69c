import type { Browser, Page } from '@playwright/test';
import { as, newTeacher } from './admin.ts';
import type { Student } from './evidence.ts';
import { open } from './test.ts';

/** A student and the teacher who follows them, each in a browser of their own. */

/** A teacher of the student's subject whom the student has accepted. */
export const teacherOf = async (page: Page, student: Student) => {
  const teacher = await newTeacher(page);
  const me = (await (await page.request.get('/api/users/me', { headers: student.headers })).json()) as {
    email: string;
  };
  await page.request.post('/api/teachers/subjects', {
    headers: as(teacher.token),
    data: { subjects: ['theatre_sl'] },
  });
  await teacher.follow(me.email);
  const list = await page.request.get('/api/users/me/teachers', { headers: student.headers });
  const [link] = ((await list.json()) as { teachers: { id: number }[] }).teachers;
  await page.request.post(`/api/users/me/teachers/${link?.id}/accept`, { headers: student.headers });
  return { ...teacher, link: link?.id ?? 0 };
};

/** In a window of their own, as large as that of the student. */
export const openAsTeacher = async (browser: Browser, like: Page, token: string, path: string) => {
  const context = await browser.newContext({ viewport: like.viewportSize() });
  const page = await context.newPage();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, path);
  return page;
};
