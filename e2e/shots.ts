import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN } from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import { box, openWith as openAs, unfold } from './papers.ts';
import { newSchool, openAsOffice } from './school.ts';
import { DEMO, expect, open, openAsNewStudent, PASSWORD, settled, test } from './test.ts';

/** One test, one picture, `shots/<screen>.<project>.png`, and beside it what a screen reader makes of it. */

const take = (screen: string, show: (page: Page) => Promise<void>) =>
  test(screen, async ({ page, complaints }, { project }) => {
    await show(page);
    // With the parts that a page fetches after itself.
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Loading your papers...')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
    const path = `shots/${screen}.${project.name}`;
    await page.screenshot({ path: `${path}.png`, animations: 'disabled' });
    await writeFile(`${path}.yaml`, await page.locator('body').ariaSnapshot());
    // It is the look that is judged here.
    complaints.length = 0;
  });

const PUBLIC = {
  home: '/',
  login: '/login',
  register: '/register',
  privacy: '/privacy',
  'teacher-login': '/teachers/login',
  'school-admin-login': '/schooladmin/login',
  'admin-login': '/admin/login',
  'not-found': '/nowhere',
};
for (const [screen, path] of Object.entries(PUBLIC)) take(screen, (page) => open(page, path));

take('landing', async (page) => {
  await page.goto('/landing/');
});
take('landing-time-over', async (page) => {
  await page.goto('/landing/#time-over');
});

take('shared', async (page) => {
  const headers = { authorization: `Bearer ${await tokenOf(page, 'arjun.mehta', 'token')}` };
  const answer = await page.request.get('/api/users/me/share-pages', { headers });
  const { pages } = (await answer.json()) as { pages: { link: string }[] };
  await open(page, `/shared${new URL(pages[0]?.link ?? '').hash}`);
  await expect(page.getByRole('heading', { name: 'Arjun’s past papers' })).toBeVisible();
});

take('login-failed', async (page) => {
  await open(page, '/login');
  await page.getByLabel('Username').fill('nobody');
  await page.locator('input[name=password]').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

/** Stores what a login would store, and opens a page with it. */
const openWith = async (page: Page, name: string, value: string, path: string) => {
  await page.addInitScript(([key, stored]) => localStorage.setItem(key ?? '', stored ?? ''), [name, value]);
  await open(page, path);
};

const tokenOf = async (page: Page, username: string, at: 'token' | 'schooladmin/login'): Promise<string> => {
  const credentials = { username, password: DEMO.password() };
  const answer = await page.request.post(
    `/api/${at}`,
    at === 'token' ? { form: credentials } : { data: credentials },
  );
  return ((await answer.json()) as { access_token: string }).access_token;
};
const asStudent = async (page: Page, path: string) =>
  openWith(page, 'token', await tokenOf(page, DEMO.student, 'token'), path);
const asTeacher = async (page: Page, path: string) =>
  openWith(page, 'token', await tokenOf(page, DEMO.teacher, 'token'), path);
const asSchoolAdmin = async (page: Page, path: string) =>
  openWith(page, 'schoolAdminToken', await tokenOf(page, DEMO.schoolAdmin, 'schooladmin/login'), path);
const asAdmin = (page: Page, path: string) => openWith(page, 'adminPassword', ADMIN_PASSWORD, path);

/** What a school has on its worst day. */
const LONG_NAME = 'Maximiliana-Alexandrina von Hohenlohe-Waldenburg-Schillingsfürst';

/** A page of squared paper, photographed. */
const photo = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><defs><pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><path d="M20 0H0V20" fill="none" stroke="#9bb" stroke-width="1"/></pattern></defs><rect width="600" height="800" fill="#f6f2e6"/><rect width="600" height="800" fill="url(#p)"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer();
const send = (page: Page, token: string, name: string, mimeType: string, buffer: Buffer) =>
  page.request.post('/api/completion/upload', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      subject_id: 'theatre_sl',
      year: '2024',
      session: 'May',
      paper: 'paper1',
      file: { name, mimeType, buffer },
    },
  });

take('student', (page) => asStudent(page, '/'));
/** The picture of the README: somebody who works hard. */
take('tour', async (page) => {
  await page.addInitScript(() => localStorage.setItem('timezoneBannerDismissed', 'true'));
  await openWith(page, 'token', await tokenOf(page, 'katerina.novakova', 'token'), '/');
  await page.getByRole('button', { name: /^Mathematics: Analysis/ }).click();
  await expect(page.locator('.next-words')).not.toBeEmpty();
});
take('student-new', async (page) => {
  await openAsNewStudent(page);
});
take('student-edit-subjects', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText('Select Your IB Subjects:')).toBeVisible();
});
take('student-papers', async (page) => {
  await asStudent(page, '/');
  await page.getByLabel('Select Subject to View').scrollIntoViewIfNeeded();
  await unfold(page, 'November 2024');
  await page.mouse.wheel(0, 420);
});
/** With all papers, and with those that were set. */
const CATALOGUE = {
  physics_hl: ['2024-May-paper1-TZ1', '2023-November-paper2-TZ2', '2022-May-paper3-TZ1'],
  math_aa_hl: ['2024-May-paper1-TZ1', '2024-May-paper2-TZ1', '2023-November-paper1-TZ1'],
  music_sl: ['2019-May-paper1-TZ1', '2018-November-paper1-TZ1'],
  english_b_hl: ['2024-May-paper1', '2023-November-paper2-TZ1'],
};
for (const [subject, keys] of Object.entries(CATALOGUE)) {
  const records = keys.map((key, index) => [
    `${subject}-${key}`,
    { is_completed: true, score: 58 + 12 * index },
  ]);
  for (const papers of ['all', 'set']) {
    take(`papers-${subject}-${papers}`, async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('timezoneBannerDismissed', 'true');
        localStorage.setItem('overview', 'closed');
      });
      const { token } = await openAs(page, [subject], Object.fromEntries(records));
      await page.request.put('/api/users/me/preferences', {
        headers: { authorization: `Bearer ${token}` },
        data: { year_ranges: {}, timezone_overrides: {}, papers },
      });
      await open(page, '/');
      await expect(page.getByText(/^\d+\/\d+$/).first()).toBeVisible();
    });
  }
}
take('student-score', async (page) => {
  await openAs(page, ['math_aa_hl', 'theatre_sl']);
  await unfold(page, 'May 2024');
  await box(page, 'Paper 1, May 2024, TZ1').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Score').fill('87');
});
take('student-attempts', async (page) => {
  const { token } = await openAs(page, ['theatre_sl']);
  const paper = { subject_id: 'theatre_sl', year: 2024, session: 'May', paper: 'paper1' };
  for (const [done_on, score, note] of [
    ['2026-02-03', 54, null],
    ['2026-05-12', 71, 'Ran out of time in section B.'],
    ['2026-10-20', 83, 'Start with section B.'],
  ])
    await page.request.post('/api/completion/attempts', {
      headers: { authorization: `Bearer ${token}` },
      data: { ...paper, done_on, score, note },
    });
  await open(page, '/');
  await unfold(page, 'May 2024');
  await page.getByRole('button', { name: /change the score/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Attempts' }).scrollIntoViewIfNeeded();
  await page.getByRole('dialog').getByRole('listitem').last().scrollIntoViewIfNeeded();
});
take('student-viewer', async (page) => {
  const { token } = await openAs(page, ['theatre_sl'], {
    'theatre_sl-2024-May-paper1': { is_completed: true, score: 78 },
  });
  await send(page, token, 'Section A.jpg', 'image/jpeg', await photo());
  await send(
    page,
    token,
    'Section B.png',
    'image/png',
    await sharp(await photo())
      .png()
      .toBuffer(),
  );
  await open(page, '/');
  await unfold(page, 'May 2024');
  await page.getByRole('button', { name: /^View files/ }).click();
  await page.getByRole('button', { name: 'Show Section A' }).first().click();
  await expect(page.getByText('1 of 2').first()).toBeVisible();
});
take('student-pace', async (page) => {
  await openWith(page, 'token', await tokenOf(page, 'amelie.fontaine', 'token'), '/');
  const overview = page.getByRole('button', { name: 'Overview' });
  if ((await overview.getAttribute('aria-expanded')) === 'false') await overview.click();
  await expect(page.getByText(/papers? left/).first()).toBeVisible();
});
take('student-files', async (page) => {
  const { token } = await openAs(page, ['theatre_sl'], {
    'theatre_sl-2024-May-paper1': { is_completed: true, score: 78 },
  });
  await send(page, token, 'Section A.jpg', 'image/jpeg', await photo());
  await send(page, token, `${LONG_NAME}, section B, second try.png`, 'image/png', await photo());
  await open(page, '/');
  await unfold(page, 'May 2024');
  await page.getByRole('button', { name: /^View files/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
});
take('student-years', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: /^(Year Range|Filters)/ }).click();
});
take('student-timezones', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: /^(Timezones|Filters)/ }).click();
});
take('student-several', async (page) => {
  await openAs(page, ['math_aa_hl', 'theatre_sl'], {
    'math_aa_hl-2024-May-paper1-TZ1': { is_completed: true, score: 78 },
  });
  await box(page, 'Paper 1, May 2024, TZ2').click({ modifiers: ['Shift'] });
  await expect(page.getByText('1 selected')).toBeVisible();
});
take('student-feedback', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Give Feedback' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('student-failed', async (page) => {
  await page.route('**/api/completion', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await asStudent(page, '/');
  await expect(page.getByRole('alert')).toBeVisible();
});
take('student-menu', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
});
take('student-settings', async (page) => {
  await asStudent(page, '/settings');
  await expect(page.getByText('Sees your progress in').first()).toBeVisible();
});
take('student-import', async (page) => {
  await asStudent(page, '/settings');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .getByLabel('Rows')
    .fill('Physics HL\t2016\tNovember\tPaper 1\tTZ2\t2026-11-03\t68\tSlow in part B.\nAlchemy\t2016');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('status').first()).toContainText('with errors');
});
take('student-delete', async (page) => {
  await asStudent(page, '/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Delete my account', level: 2 })).toBeVisible();
});
take('student-change-password', async (page) => {
  await asStudent(page, '/settings');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('teacher', (page) => asTeacher(page, '/teachers'));
take('teacher-select', async (page) => {
  await asTeacher(page, '/teachers');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check();
});
take('teacher-groups', async (page) => {
  await asTeacher(page, '/teachers');
  await page.getByRole('button', { name: /^Group: / }).click();
  await page.getByRole('menuitem', { name: 'Edit groups' }).click();
});
take('teacher-subjects', (page) => asTeacher(page, '/teachers/subjects'));
take('teacher-subjects-edit', async (page) => {
  await asTeacher(page, '/teachers?tab=subjects');
  await page.getByRole('button', { name: 'Edit Subjects' }).click();
});
take('teacher-grid', async (page) => {
  await asTeacher(page, '/teachers?view=grid&subject=math_aa_hl');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});
take('teacher-student', async (page) => {
  await asTeacher(page, '/teachers');
  await page.getByRole('link', { name: DEMO.studentName }).click();
  await expect(page.getByText('Student Information')).toBeVisible();
});
take('teacher-remove', async (page) => {
  await asTeacher(page, '/teachers');
  // Not the first, whom other pictures show.
  await page.getByTitle('Remove student').nth(3).click();
  await expect(page.getByText('Student removed successfully')).toBeVisible();
});
take('school-admin', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard');
  await expect(page.getByTitle(DEMO.student, { exact: true })).toBeVisible();
});
take('school-admin-filters', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?role=student&sort=done&order=desc');
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await expect(page.getByRole('combobox', { name: 'Subject' })).toBeVisible();
});
take('school-admin-teachers', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=teachers');
  await expect(page.getByText(DEMO.teacher, { exact: true })).toBeVisible();
});
take('school-admin-statistics', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=statistics');
  await page.getByRole('slider', { name: 'Month' }).hover();
});
take('school-admin-settings', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/settings');
  await expect(page.getByText('this one')).toBeVisible();
});
take('school-admin-student', async (page) => {
  await asSchoolAdmin(page, `/schooladmin/dashboard?q=${DEMO.student}`);
  await page.getByRole('link', { name: `View ${DEMO.student}` }).click();
  await expect(page.getByRole('table', { name: 'Progress' }).getByRole('row').nth(3)).toBeVisible();
});
take('school-admin-teacher', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=teachers');
  await page.getByRole('link', { name: DEMO.teacher }).click();
  await expect(page.getByText(DEMO.studentName).first()).toBeVisible();
});
take('school-admin-report', async (page) => {
  // As a browser does before it prints: paper is white in either theme.
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'));
  });
  await asSchoolAdmin(page, `/schooladmin/dashboard?q=${DEMO.student}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print 1 report' }).click();
  await expect(page.locator('.report')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  // A4 within its margins.
  await page.setViewportSize({ width: 703, height: 1017 });
});

/** Opens what a school admin has under 'Manage school'. */
const asOffice = async (page: Page, search: string, first: Locator) => {
  await asSchoolAdmin(page, `/schooladmin/school${search}`);
  await expect(first).toBeVisible();
};
// Beside the teachers, whom a phone has behind a choice.
const bulkAssignment = (page: Page) => page.getByRole('heading', { name: 'Bulk Assignment' });
take('own-school-overview', (page) => asOffice(page, '', page.getByText('2 groups').first()));
take('own-school-assignments', (page) => asOffice(page, '?tab=assignments', bulkAssignment(page)));
take('own-school-groups', (page) =>
  asOffice(page, '?tab=assignments&by=group', page.getByRole('heading', { name: '12A' })),
);
take('own-school-users', (page) => asOffice(page, '?tab=users', page.getByRole('row').nth(3)));
take('own-school-select', async (page) => {
  await asOffice(page, '?tab=users', page.getByRole('row').nth(3));
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
  await expect(page.getByRole('complementary', { name: 'Selection' })).toContainText('2 selected');
});
take('own-school-batch', (page) =>
  asOffice(page, '?tab=batch', page.getByRole('textbox', { name: 'Users' })),
);
take('own-school-settings', (page) =>
  asOffice(page, '?tab=settings', page.getByRole('switch', { name: 'Share pages' })),
);
take('own-school-archived', async (page) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia', 'noah', 'zoe'] });
  const path = `/api/admin/schools/${school.id}`;
  const answer = await page.request.get(`${path}/users-and-classes`, { headers: ADMIN });
  const { users } = (await answer.json()) as { users: { id: number; username: string }[] };
  const leavers = users.filter(({ username }) => !username.endsWith('.zoe')).map(({ id }) => id);
  await page.request.post(`${path}/archive`, { headers: ADMIN, data: { user_ids: leavers } });
  await openAsOffice(page, school, 'users');
  await page.getByRole('button', { name: 'Archived 3' }).click();
  await expect(page.getByText(/^Deleted on/).first()).toBeVisible();
});
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
/** Somebody new, somebody renamed, one who left, a course to be named, and an account that nobody has proved. */
take('own-school-roster', async (page) => {
  const school = await newSchool(page);
  const { id, prefix, domain } = school;
  const before = ['ana', 'ben', 'cleo'].map((name, index) => ({
    row: index + 2,
    sourced_id: name,
    username: `${prefix}.${name}`,
    email: `${name}${domain}`,
    name: `${capital(name)} Example`,
    role: 'student',
  }));
  await page.request.post(`/api/admin/schools/${id}/roster`, { headers: ADMIN, data: { people: before } });
  await page.request.post('/api/register', {
    data: { username: `${prefix}.dora.2009`, email: `dora${domain}`, password: PASSWORD },
  });
  await openAsOffice(page, school, 'batch');
  const person = (name: string, role = 'student', family = 'Example') =>
    `${name},${role},${prefix}.${name},${capital(name)},${family},${name}${domain}`;
  const files = {
    users: [
      'sourcedId,role,username,givenName,familyName,email',
      person('tara', 'teacher'),
      person('ana', 'student', LONG_NAME),
      person('ben'),
      person('dora'),
    ],
    courses: ['sourcedId,title', 'k1,Physics HL', 'k2,Tutor time'],
    classes: ['sourcedId,title,courseSourcedId', 'c1,12 Physics,k1', 'c2,Tutor 12B,k2'],
    enrollments: [
      'classSourcedId,userSourcedId,role',
      'c1,tara,teacher',
      'c1,ana,student',
      'c1,ben,student',
      'c2,dora,student',
    ],
  };
  await page.getByLabel('File with users').setInputFiles(
    Object.entries(files).map(([name, lines]) => ({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })),
  );
  const preview = page.getByRole('table', { name: 'What will happen' });
  await preview.getByRole('button', { name: 'Take in' }).click();
  await preview.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Export first' })).toBeVisible();
  const heading = page.getByRole('heading', { name: 'What will happen' });
  await heading.evaluate((element) => element.scrollIntoView());
});
take('admin', (page) => asAdmin(page, '/admin/dashboard'));
take('admin-users', async (page) => {
  await asAdmin(page, '/admin/dashboard?tab=users');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});
take('admin-edit-user', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Edit user').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('admin-activity', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('More').click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
});
take('admin-feedback', async (page) => {
  await asAdmin(page, '/admin/feedback');
  await expect(page.getByRole('listitem').first()).toBeVisible();
});
take('admin-viewing-as', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Impersonate user').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(page.getByText('Viewing as')).toBeVisible();
});

/** The school of the demo, by its number. */
const asAdminAtSchool = async (page: Page, tab: string) => {
  const answer = await page.request.get('/api/admin/schools', {
    headers: { 'x-admin-password': ADMIN_PASSWORD },
  });
  const schools = (await answer.json()) as { id: number; domain_pattern: string }[];
  const school = schools.find(({ domain_pattern }) => domain_pattern === '@riverside.example');
  await asAdmin(page, `/admin/schools/${school?.id}${tab}`);
  await expect(page.getByRole('tabpanel')).toBeVisible();
};
take('admin-school-overview', (page) => asAdminAtSchool(page, ''));
take('admin-school-assignments', async (page) => {
  await asAdminAtSchool(page, '?tab=assignments');
  await expect(bulkAssignment(page)).toBeVisible();
});
take('admin-school-users', (page) => asAdminAtSchool(page, '?tab=users'));
take('admin-school-batch', (page) => asAdminAtSchool(page, '?tab=batch'));
take('admin-school-analytics', async (page) => {
  await asAdminAtSchool(page, '/analytics');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});
take('admin-school-import', async (page) => {
  await asAdminAtSchool(page, '?tab=batch');
  await page.getByRole('textbox').fill(
    JSON.stringify([
      { username: 'Ines Albrecht', email: 'ines.albrecht@riverside.example', role: 'student' },
      { username: LONG_NAME, email: 'm.von.hohenlohe@riverside.example', role: 'student' },
      { username: 'Broken', email: 'not an address', role: 'headmaster' },
    ]),
  );
});
take('admin-impersonate', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Impersonate user').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('admin-delete', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Delete user').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('admin-no-users', (page) => asAdmin(page, '/admin/dashboard?tab=users&q=nobody-at-all'));
take('admin-users-failed', async (page) => {
  await page.route('**/api/admin/users*', (route) =>
    route.fulfill({ status: 503, json: { detail: 'away' } }),
  );
  await asAdmin(page, '/admin/dashboard?tab=users');
  await expect(page.getByRole('alert').first()).toBeVisible();
});
take('school-admin-no-users', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?q=nobody-at-all');
  await expect(page.getByText('Loading...')).toHaveCount(0);
});
take('school-admin-unknown', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/students/2147483647');
  await expect(page.getByText('Student not found.')).toBeVisible();
});
take('teacher-unknown', async (page) => {
  await asTeacher(page, '/teachers/students/2147483647');
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
});
take('page-that-does-not-come', async (page) => {
  await page.route('**/assets/RegisterPage-*', (route) => route.abort());
  await open(page, '/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

/** What a link to us shows where it is shared: the top of the landing page, in the size that is asked for. */
test('social', async ({ page }, { project }) => {
  test.skip(project.name !== 'desktop-light', 'One is enough.');
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto('/landing/');
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('main > :not(.top), nav, footer, .acts')) part.remove();
    const [bar, main, top] = ['.bar', 'main', '.top'].map((name) =>
      document.querySelector<HTMLElement>(name),
    );
    if (bar) bar.style.cssText = 'height: 7rem; padding-inline: 4rem; max-width: none; zoom: 1.25';
    if (main) main.style.cssText = 'padding: 2rem 4rem; max-width: none';
    if (top) top.style.cssText = 'align-items: center';
  });
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
  await page.screenshot({ path: 'shots/social.png' });
});
