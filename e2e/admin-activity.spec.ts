import {
  ADMIN,
  addSchool,
  dialog,
  expectFine,
  isPhone,
  openActivity,
  openAsAdmin,
  openFromHeader,
  press,
  register,
  USERS,
} from './admin.ts';
import { expect, newName, ON_DESKTOP, PASSWORD, reload, test, textOfCsv } from './test.ts';

test.describe('what was done', () => {
  test('to a user is told, the newest first', ON_DESKTOP, async ({ page }) => {
    const { email, username } = await register(page);
    for (let login = 0; login < 19; login += 1) {
      const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
      expect(answer.status()).toBe(200);
    }
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await press(page, 'Edit', email);
    await dialog(page).getByLabel('Role').selectOption('Teacher');
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    const users = (await (
      await page.request.get(`/api/admin/users?limit=1&q=${email}`, { headers: ADMIN })
    ).json()) as { id: number }[];
    await page.request.post(`/api/admin/impersonate/${users[0]?.id}`, { headers: ADMIN });

    await openActivity(page, email);
    const entries = dialog(page).getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(0)).toContainText(`The platform admin began viewing Tickmark as ${username}.`);
    await expect(entries.nth(1)).toContainText(
      `The platform admin changed the role of ${username} (Student to Teacher).`,
    );
    await expect(entries.nth(2)).toContainText(`${username} logged in.18 times since`);
    await expect(entries.nth(2).locator('time').last()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
    await dialog(page).getByRole('button', { name: 'Show more' }).click();
    await expect(entries.nth(2)).toContainText('19 times since');
    await expect(entries).toHaveCount(3);
    await expect(dialog(page).getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  test('everywhere is searched, filtered and taken along, logins apart', async ({ page }, info) => {
    const school = await addSchool(page);
    const { email, username } = await register(page, newName(), school.domain_pattern.slice(1));
    const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
    expect(answer.status()).toBe(200);
    await openAsAdmin(page);
    await openFromHeader(page, info, 'Activity');
    await expect(page).toHaveURL('/admin/activity');
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    const list = page.getByRole('region', { name: /^(Acts|Logins)$/ }).getByRole('listitem');
    await page.getByRole('searchbox', { name: 'Search people, schools' }).fill(school.name);
    await expect(list).toHaveCount(1);
    await expect(list).toContainText(`The platform admin created the school ${school.name}.`);
    await expectFine(page, info);

    await page.getByRole('button', { name: 'Logins' }).click();
    await expect(list).toContainText(`${username} logged in.`);
    await expect(list).toContainText(school.name);
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    const filters = page.getByRole('button', { name: /^Filters/ });
    await filters.click();
    const form = page.getByRole('dialog', { name: 'Filters' });
    await expect(form.getByLabel('Kind').getByRole('option')).toHaveCount(4);
    await form.getByLabel('Kind').selectOption('Logins of users');
    await form.getByLabel('Person').fill(email.toUpperCase());
    await form.getByLabel('School').selectOption(school.name);
    await expectFine(page, info);
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(filters).toHaveText('Filters 3');
    await expect(page).toHaveURL(/side=logins&kind=logged_in&person=.*&school=\d+$/);
    await expect(list).toHaveCount(1);
    await reload(page);
    await expect(list).toContainText(`${username} logged in.`);
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
    const chosen = ['Kind: Logins of users', `Person: ${email.toUpperCase()}`, `School: ${school.name}`];
    await expect(chips).toHaveText(chosen);
    await expectFine(page, info);
    await page.getByRole('button', { name: 'Remove filter Kind' }).click();
    await expect(chips).toHaveText(chosen.slice(1));
    await expect(filters).toHaveText('Filters 2');
    await expect(filters).toBeFocused();
    await expect(page).toHaveURL(/side=logins&person=.*&school=\d+$/);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('activity.csv');
    const lines = (await textOfCsv(file)).split('\r\n');
    expect(lines[0]).toBe('Time\tWhat happened\tKind\tBy\tTo\tSchool');
    expect(lines[1]).toContain(`\t${username} logged in.\tLogins of users\t${username}\t\t${school.name}`);
    expect(lines).toHaveLength(3);

    await filters.click();
    if (!isPhone(info)) {
      // A day of which only the month is there.
      await form.getByLabel('From').press('1');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form.getByLabel('From')).toHaveAccessibleDescription('Please complete this.');
      await form.getByLabel('From').fill('0026-11-16');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form.getByLabel('From')).toHaveAccessibleDescription('Write the year in full.');
      await form.getByLabel('From').fill('');
    }
    await form.getByLabel('To', { exact: true }).fill('2020-01-01');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Nothing found')).toBeVisible();
    await expect(chips.last()).toHaveText('To: 1 Jan 2020');
    await page.getByRole('button', { name: 'Acts' }).click();
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await expect(page).toHaveURL('/admin/activity');
    // Others are at work at the same time.
    const said = `The platform admin exported 1 line of the activity at ${school.name}.`;
    await expect(list.filter({ hasText: said })).toHaveCount(1);
  });

  test('that cannot be loaded says so', ON_DESKTOP, async ({ page }) => {
    const { email } = await register(page);
    await page.route('**/api/admin/audit?**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'No.' } }),
    );
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await openActivity(page, email);
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to load the activity');
    await page.unroute('**/api/admin/audit?**');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page)).toContainText('Nothing has happened yet.');
  });
});
