import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { ZipFile } from 'yazl';
import { importBox, importButton, newSchool, openSchool, type School, toast } from './school.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, ON_DESKTOP, test } from './test.ts';

/** The roster of a school's own system, imported in two months. */

type Files = Record<string, string>;
const filesOf = ({ prefix, domain }: School, month: 1 | 2): Files => {
  const person = (id: string, role: string, name: string, email = '') =>
    `${id},,,true,S1,${role},${prefix}.${id},${name},Example,${email}`;
  return {
    'users.csv': [
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName,email',
      person('t1', 'teacher', 'Tara', `tara${domain}`),
      person('s1', 'student', month === 1 ? 'Ana' : 'Anna'),
      person('s2', 'student', 'Ben'),
      ...(month === 1 ? [person('s3', 'student', 'Cleo')] : []),
    ].join('\n'),
    'courses.csv': 'sourcedId,title\nk1,Physics HL\nk2,Tutor time',
    'classes.csv': `sourcedId,title,courseSourcedId\nc1,${month === 1 ? '12 Physics' : '13 Physics'},k1\nc2,Tutor 12B,k2`,
    'enrollments.csv': [
      'sourcedId,classSourcedId,userSourcedId,role',
      'e0,c1,t1,teacher',
      'e1,c1,s1,student',
      month === 1 ? 'e2,c1,s2,student' : 'e2,c2,s2,student',
      ...(month === 1 ? ['e3,c1,s3,student'] : []),
    ].join('\n'),
    'demographics.csv': 'sourcedId,birthDate\ns1,2009-01-01',
  };
};

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('File with users').setInputFiles(files);
const asFiles = (files: Files) =>
  Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }));
const asZip = async (files: Files) => {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return { name: 'roster.zip', mimeType: 'application/zip', buffer: await buffer(zip.outputStream) };
};
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const preview = (page: Page) => page.getByRole('table', { name: 'What will happen' });

test('a roster is imported, and next month only what changed', async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await choose(page, asFiles(filesOf(school, 1)));
  await expect(page.getByText('4 people from 5 files')).toBeVisible();
  await expect(chip(page, '4 new')).toBeVisible();
  await expect(preview(page)).toContainText('Ana Example');
  await expect(preview(page)).toContainText('Group 12 Physics');
  const courses = page.getByRole('region', { name: 'Courses' });
  await expect(courses.getByLabel('“Physics HL” is')).toHaveValue('physics_hl');
  await courses.getByLabel('“Tutor time” is').selectOption('No subject');
  await expect(
    page.getByText('Adds 4, makes 2 groups and 3 assignments, remembers 2 courses.', { exact: true }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await importButton(page).click();
  await expect(page.getByText('4 users imported')).toBeVisible();
  await expect(toast(page, 'Batch import successful!')).toBeVisible();
  await page.getByRole('button', { name: 'I have noted the passwords' }).click();

  await choose(page, [await asZip(filesOf(school, 2))]);
  await expect(page.getByText('3 people from roster.zip')).toBeVisible();
  await expect(chip(page, '2 changed')).toBeVisible();
  await expect(chip(page, '1 unchanged')).toBeVisible();
  await expect(preview(page)).toContainText('Name Ana Example to Anna Example.');
  await expect(preview(page)).toContainText('Group 12 Physics to Tutor 12B.');
  await expect(page.getByText('1 group renamed', { exact: true })).toBeVisible();
  await expect(page.getByText('Group 12 Physics to 13 Physics', { exact: true })).toBeVisible();
  // Nobody goes without a choice.
  const kept = preview(page)
    .getByRole('row')
    .filter({ hasText: `${school.prefix}.s3` });
  await expect(kept.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true');
  await kept.getByRole('button', { name: 'Archive' }).click();
  await expect(
    page.getByText(/^Archive \S+\.s3: They cannot log in, teachers no longer see them\./),
  ).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export first' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^papers-.*\.csv$/);
  await page
    .getByRole('group', { name: 'Assignments that ended' })
    .getByRole('button', { name: 'End', exact: true })
    .click();
  await expect(
    page.getByText('Changes 2, renames 1 group, ends 2 assignments, archives 1.', { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await importButton(page).click();
  await expect(toast(page, `${school.prefix}.s3 archived`)).toBeVisible();
  await expect(page.getByText('Renamed 1 group, ended 2 assignments.')).toBeVisible();
  await expect(chip(page, '2 changed')).toBeVisible();
  await page.getByRole('button', { name: 'Import more users' }).click();

  await choose(page, [await asZip(filesOf(school, 2))]);
  await expect(chip(page, '3 unchanged')).toBeVisible();
  await expect(page.getByText(/There is nothing to import/)).toBeVisible();
  await expect(importButton(page)).toBeDisabled();

  // A class that is not there any more ends, and is named.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const files = filesOf(school, 2);
  const [head = '', , ...rest] = (files['classes.csv'] ?? '').split('\n');
  const enrolments = (files['enrollments.csv'] ?? '').split('\n').filter((line) => !line.includes(',c1,'));
  const without = {
    ...files,
    'classes.csv': [head, ...rest].join('\n'),
    'enrollments.csv': enrolments.join('\n'),
  };
  await choose(page, [await asZip(without)]);
  await expect(page.getByText('1 group ended', { exact: true })).toBeVisible();
  await expect(page.getByText('13 Physics, 1 student', { exact: true })).toBeVisible();
});

test(
  'a file of changes shows whose classes change, also who is in no file of people',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    await openSchool(page, school, 'batch');
    await choose(page, asFiles(filesOf(school, 1)));
    await importButton(page).click();
    await page.getByRole('button', { name: 'I have noted the passwords' }).click();
    const changes = [
      'sourcedId,status,dateLastModified,classSourcedId,userSourcedId,role',
      'e2,tobedeleted,2026-10-01,c1,s2,student',
      'e4,active,2026-10-01,c2,s2,student',
    ].join('\n');
    await choose(page, [await asZip({ 'enrollments.csv': changes })]);
    await expect(chip(page, '1 changed')).toBeVisible();
    const moved = preview(page)
      .getByRole('row')
      .filter({ hasText: `${school.prefix}.s2` });
    await expect(moved).toContainText('Group 12 Physics to Tutor 12B.');
    await expect(
      page.getByText(/^1 assignment of students to teachers came from the last roster/),
    ).toBeVisible();
    await importButton(page).click();
    await expect(page.getByText('1 user changed')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Imported users' })).toContainText(
      'Group 12 Physics to Tutor 12B.',
    );
  },
);

test('files that cannot be read, and faults in them, are named', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await choose(page, [{ name: 'roster.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') }]);
  await expect(page.getByText('roster.zip is damaged. Export it again.')).toBeVisible();
  const files = filesOf(school, 1);
  await choose(
    page,
    asFiles({ ...files, 'enrollments.csv': `${files['enrollments.csv']}\ne9,c9,s1,student` }),
  );
  await expect(page.getByText('1 fault in the files. Nothing is imported.')).toBeVisible();
  await expect(page.getByText('enrollments.csv, row 6: There is no class c9 in classes.csv.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await choose(page, asFiles({ ...files, 'users.csv': 'sourcedId,givenName' }));
  await expect(page.getByText(/users.csv lacks the columns username, role/)).toBeVisible();
});

test('a list is compared with who is there, and on request with who left', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  const { prefix, domain } = school;
  await openSchool(page, school, 'batch');
  const line = (name: string, group: string) => `${prefix}.${name},${name}${domain},student,${group}`;
  const head = 'username,email,role,group';
  await importBox(page).fill([head, line('ana', '11B'), line('ben', '11B'), line('cleo', '11B')].join('\n'));
  await importButton(page).click();
  await page.getByRole('button', { name: 'I have noted the passwords' }).click();
  await importBox(page).fill([head, line('ana', '12B'), line('ben', '11B')].join('\n'));
  await expect(chip(page, '1 changed')).toBeVisible();
  await expect(preview(page)).toContainText('Group 11B to 12B.');
  await expect(preview(page)).not.toContainText(`${prefix}.cleo`);
  await page.getByLabel('This list is complete: show who has left').check();
  await expect(chip(page, '1 left')).toBeVisible();
  await preview(page).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Changes 1, archives 1.', { exact: true })).toBeVisible();
  await importButton(page).click();
  await expect(toast(page, `${prefix}.cleo archived`).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByText('1 user changed')).toBeVisible();
});
