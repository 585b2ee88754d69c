import type { Page } from '@playwright/test';
import { ADMIN, as, dialog, expectFine, openAsAdmin, USERS, userRow } from './admin.ts';
import { assign, newSchool, openAsOffice, openSchool, pairsOf, toast } from './school.ts';
import { expect, fillLogin, open, reload, test, textOfCsv } from './test.ts';

/** The end of a year: people leave the school, and some come back. */

const DAY = String.raw`\d{1,2} [A-Z][a-z]{2,3} \d{4}`;
const archive = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
};
const listed = (page: Page, list: 'Users' | 'Archived users', name: string) =>
  page.getByRole('table', { name: list, exact: true }).getByRole('row').filter({ hasText: name });

const makeSchool = async (page: Page) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia', 'leo'] });
  await assign(page, school, 'ada', ['mia', 'leo']);
  const answer = await page.request.get(`/api/admin/schools/${school.id}/users-and-classes`, {
    headers: ADMIN,
  });
  const { users } = (await answer.json()) as { users: { id: number; username: string }[] };
  const idOf = (name: string) => users.find(({ username }) => username === `${school.prefix}.${name}`)?.id;
  return { school, idOf };
};

test('a school admin archives somebody, takes it back, and brings them back later', async ({
  page,
}, info) => {
  const { school, idOf } = await makeSchool(page);
  const mia = `${school.prefix}.mia`;
  const reset = await page.request.post(`/api/admin/users/${idOf('mia')}/password`, { headers: ADMIN });
  const { password } = (await reset.json()) as { password: string };
  const token = await page.request.post('/api/token', { form: { username: mia, password } });
  const { access_token: ofMia } = (await token.json()) as { access_token: string };
  await page.request.post('/api/completion', {
    headers: as(ofMia),
    data: {
      subject_id: 'physics_hl',
      year: 2023,
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: true,
      score: 71,
    },
  });

  await openAsOffice(page, school, 'users');
  await expect(listed(page, 'Users', mia)).toBeVisible();
  // Nothing is drawn before it exists.
  await expect(page.getByRole('button', { name: /^Archived/ })).toHaveCount(0);
  await archive(page, mia);
  await expect(dialog(page).getByRole('heading', { name: `Archive ${mia}?` })).toBeVisible();
  await expect(
    dialog(page).getByText(
      new RegExp(
        `^They cannot log in, teachers no longer see them. Their work is kept until ${DAY}, then deleted.$`,
      ),
    ),
  ).toBeVisible();
  await expectFine(page, info);
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Export first' }).click();
  const lines = (await textOfCsv(await saved)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('Username\tEmail\tName\tSubject\tYear\tSession\tPaper\tZone\tDate\tScore\tAttempts');
  expect(lines[1]).toMatch(
    new RegExp(
      `^${mia}\tmia${school.domain}\t\tPhysics HL\t2023\tNovember\tPaper 1\t\t\\d{4}-\\d\\d-\\d\\d\t71\t1$`,
    ),
  );

  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await toast(page, `${mia} archived`).hover();
  await expect(listed(page, 'Users', mia)).toHaveCount(0);
  expect(await pairsOf(page, school)).toEqual(['ada>leo']);
  await toast(page, `${mia} archived`).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${mia} is back`)).toBeVisible();
  await expect(listed(page, 'Users', mia)).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>leo', 'ada>mia']);

  await archive(page, mia);
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByRole('button', { name: 'Archived 1' }).click();
  const row = listed(page, 'Archived users', mia);
  await expect(row).toContainText(new RegExp(`Deleted on ${DAY}`));
  // Both the list and its search stand in the address.
  await page.getByRole('searchbox', { name: 'Search archived users' }).fill('mia');
  await expect(page).toHaveURL(/\?tab=users&show=archived&q=mia$/);
  await reload(page);
  await expect(row).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search archived users' })).toHaveValue('mia');
  await expectFine(page, info);

  // Whoever tries is told whom to ask.
  const other = await page.context().newPage();
  await open(other, '/login');
  await fillLogin(other, mia, password);
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(other.getByText('This account is archived. Ask your school.')).toBeVisible();
  await other.close();

  const again = page.waitForEvent('download');
  await row.getByRole('button', { name: `Export ${mia}` }).click();
  expect(await textOfCsv(await again)).toContain('Physics HL');
  await row.getByRole('button', { name: `Bring back ${mia}` }).click();
  await expect(toast(page, `${mia} is back`)).toBeVisible();
  // With the last of them the filter goes, and everybody is shown.
  await expect(listed(page, 'Users', mia)).toBeVisible();
});

test('the platform admin archives a teacher, finds them among all users, and deletes them', async ({
  page,
}, info) => {
  const { school } = await makeSchool(page);
  const ada = `${school.prefix}.ada`;
  await openSchool(page, school, 'users');
  await archive(page, ada);
  await expect(dialog(page)).toContainText('Their students keep their work and lose this teacher.');
  await expect(dialog(page).getByRole('button', { name: 'Export first' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(toast(page, `${ada} archived`)).toBeVisible();

  await openAsAdmin(page, `${USERS}&school=${school.id}&role=archived`);
  const email = `ada${school.domain}`;
  await expect(userRow(page, email)).toContainText('Archived');
  await expect(page.getByRole('button', { name: `Edit user ${email}` })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Impersonate user ${email}` })).toHaveCount(0);
  await page.getByRole('button', { name: `More for ${email}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Activity']);
  await page.keyboard.press('Escape');
  await expectFine(page, info);
  await page.getByRole('button', { name: `Delete user ${email}` }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User deleted successfully')).toBeVisible();
});
