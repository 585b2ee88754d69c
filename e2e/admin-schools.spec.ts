import {
  ADMIN,
  addSchool,
  DASHBOARD,
  dialog,
  expectFine,
  isPhone,
  openAsAdmin,
  register,
  unfoldSchool,
} from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import { expect, loseAnswer, newName, ON_DESKTOP, open, reload, test } from './test.ts';

const SCHOOLS_CALL = '**/api/admin/schools';

test.describe('schools', () => {
  test('are added, and found again', async ({ page }, info) => {
    const { token } = await register(page);
    await openAsAdmin(page, DASHBOARD, { token });
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Manage schools and users')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'School Management' })).toBeVisible();
    const { fold, form } = await unfoldSchool(page);
    await expect(form.getByLabel('School Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(fold).toBeFocused();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    // Nothing that was typed is folded away by a key.
    await form.getByLabel('Domain Pattern').fill('@');
    await page.keyboard.press('Escape');
    await expect(form).toBeVisible();
    await form.getByLabel('Domain Pattern').fill('');
    // On a wide screen all of it stands in a row.
    const places = [form.getByLabel('School Name'), form.getByRole('button', { name: 'Add School' })];
    const [first, last] = await Promise.all(places.map((place) => place.boundingBox()));
    expect(first?.y === last?.y).toBe(!isPhone(info));
    for (const label of ['School Name', 'Domain Pattern'])
      await expect(form.getByLabel(label)).toHaveAttribute('required');
    await expect(form.getByLabel('Domain Pattern')).toHaveAttribute('placeholder', /^@\w+\.\w+$/);
    const [name, domain] = [newName(), newName()];
    await form.getByLabel('School Name').fill('riverside international school');
    await expect(form.getByText('A school of this name exists.')).toBeVisible();
    await form.getByLabel('School Name').fill('');
    await expect(form.getByText('A school of this name exists.')).toHaveCount(0);
    // What is missing is said by us and not by the browser.
    await form.getByRole('button', { name: 'Add School' }).click();
    for (const label of ['School Name', 'Domain Pattern'])
      await expect(form.getByLabel(label)).toHaveAccessibleDescription('Please fill this in.');
    await expect(form.getByLabel('School Name')).toBeFocused();
    await form.getByLabel('School Name').fill('   ');
    await form.getByLabel('Domain Pattern').fill('school');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('School Name')).toHaveAccessibleDescription('Please fill this in.');
    await form.getByLabel('School Name').fill(name);
    await form.getByLabel('Domain Pattern').fill('@gmail.com');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(/public mail provider/);
    await expect(form.getByLabel('Domain Pattern')).toBeFocused();
    await form.getByLabel('Domain Pattern').fill('@riverside.example');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(
      'Another school already has this domain pattern.',
    );
    await expect(form.getByLabel('School Name')).toHaveValue(name);

    await form.getByLabel('Domain Pattern').fill(`@${domain}.EXAMPLE`);
    const request = page.waitForRequest((sent) => sent.method() === 'POST');
    await form.getByRole('button', { name: 'Add School' }).click();
    const headers = await (await request).allHeaders();
    expect([headers['x-admin-password'], headers['authorization']]).toEqual([
      ADMIN_PASSWORD,
      `Bearer ${token}`,
    ]);
    await expect(page.getByText('School created successfully!')).toBeVisible();
    await expect(form.getByLabel('School Name')).toHaveValue('');
    await expect(form.getByLabel('School Name')).toBeFocused();

    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText(`@${domain}.example`);
    const id = /ID (\d+)/.exec(await card.innerText())?.[1];
    await card.getByRole('link', { name: 'Analytics' }).click();
    await expect(page).toHaveURL(`/admin/schools/${id}/analytics`);
    await expect(page.getByRole('tab', { name: 'All Users' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('School', { exact: true })).toHaveValue(id ?? '');
    await page.goBack();
    await card.getByRole('link', { name: 'Manage' }).click();
    await expect(page).toHaveURL(`/admin/schools/${id}`);
  });

  test('are renamed, given another domain, and deleted when empty', async ({ page }, info) => {
    const school = await addSchool(page);
    const other = await addSchool(page);
    const member = await register(page, newName(), school.domain_pattern.slice(1));
    await openAsAdmin(page, `/admin/schools/${school.id}?tab=settings`);
    const form = page.getByRole('form', { name: 'School' });
    const remove = page.getByRole('button', { name: 'Delete school' });
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription('Moves nobody who is here.');
    await expect(remove).toBeDisabled();
    await expect(remove).toHaveAccessibleDescription('1 user belongs to it.');
    await expectFine(page, info);

    await form.getByLabel('School Name').fill(` ${other.name.toUpperCase()} `);
    await expect(form.getByText('A school of this name exists.')).toBeVisible();
    await form.getByLabel('Domain Pattern').fill('school');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Domain Pattern')).toBeFocused();
    await expect(form).toContainText('Domain pattern must look like @school.edu');
    await form.getByLabel('Domain Pattern').fill(other.domain_pattern);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(
      'Another school already has this domain pattern.',
    );
    const name = newName();
    await register(page, newName(), `${name}.example`);
    await form.getByLabel('School Name').fill(name);
    await expect(form.getByText('A school of this name exists.')).toHaveCount(0);
    await form.getByLabel('Domain Pattern').fill(`@${name}.example`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('School saved. 1 user joined it.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
    await expect(form.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy');
    await expect(page.getByText(`ID ${school.id} · ${name}`)).toBeVisible();
    const users = (await (
      await page.request.get(`/api/admin/users?school_id=${school.id}`, { headers: ADMIN })
    ).json()) as { id: number; email: string; school_name: string }[];
    expect(users).toHaveLength(2);
    expect(users.find(({ email }) => email === member.email)?.school_name).toBe(name);

    for (const { id } of users) await page.request.delete(`/api/admin/users/${id}`, { headers: ADMIN });
    await reload(page);
    await remove.click();
    await expect(dialog(page)).toContainText(`Delete ${name}?`);
    await dialog(page).getByRole('button', { name: 'Delete school' }).click();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(page.getByText(`${name} is deleted`)).toBeVisible();
    for (const path of ['', '/analytics']) {
      await open(page, `/admin/schools/${school.id}${path}`);
      await expect(page.getByText('School not found.')).toBeVisible();
    }
    await open(page, '/admin/schools/abc/analytics');
    await expect(page.getByText('School not found.')).toBeVisible();
  });

  test('are deleted although the answer was lost', ON_DESKTOP, async ({ page }) => {
    const school = await addSchool(page);
    await openAsAdmin(page, `/admin/schools/${school.id}?tab=settings`);
    await page.getByRole('button', { name: 'Delete school' }).click();
    await page.route(`**/api/admin/schools/${school.id}`, loseAnswer);
    const confirm = dialog(page).getByRole('button', { name: 'Delete school' });
    await confirm.click();
    await expect(dialog(page)).toContainText('Failed to delete the school');
    await page.unroute(`**/api/admin/schools/${school.id}`);
    await confirm.click();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(page.getByText(`${school.name} is deleted`)).toBeVisible();
  });

  const schools = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `School ${index + 1}`,
      domain_pattern: `@school-${index + 1}.example`,
    }));

  test('are cards, and from seven on a table too', async ({ page }, info) => {
    let answer = schools(0);
    await page.route(SCHOOLS_CALL, (route) => route.fulfill({ json: answer }));
    await openAsAdmin(page);
    await expect(page.getByText('No schools found')).toBeVisible();
    await expect(page.getByText('0 schools')).toBeVisible();
    // Open by itself while there is none, and still so after the first.
    const form = page.getByRole('form', { name: 'Add New School' });
    await expect(form).toBeVisible();
    await expect(form.getByLabel('School Name')).not.toBeFocused();
    await expectFine(page, info);
    await page.route(SCHOOLS_CALL, (route) =>
      route.fulfill({ json: route.request().method() === 'POST' ? answer[0] : answer }),
    );
    answer = schools(1);
    await form.getByLabel('School Name').fill('School 1');
    await form.getByLabel('Domain Pattern').fill('@school-1.example');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(page.getByText('1 school', { exact: true })).toBeVisible();
    await expect(form.getByLabel('School Name')).toBeFocused();
    answer = schools(6);
    await reload(page);
    await expect(page.getByText('6 schools')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('table')).toHaveCount(0);
    answer = schools(7);
    await reload(page);
    const table = page.getByRole('table', { name: 'All Schools' });
    await expect(table.getByRole('row')).toHaveCount(8);
    for (const [name, path] of [
      ['Details', '/admin/schools/7'],
      ['Analytics', '/admin/schools/7/analytics'],
    ] as const) {
      const link = table.getByRole('link', { name: `${name} of School 7` });
      await expect(link).toHaveAttribute('href', path);
    }
    const columns = ['School Name', 'Domain Pattern', 'Actions'].filter(
      // On a phone the pattern stands below the name.
      (column) => !isPhone(info) || column !== 'Domain Pattern',
    );
    await expect(table.getByRole('columnheader')).toHaveText(columns);
    await expectFine(page, info);
    await page.getByRole('searchbox', { name: 'Search schools' }).fill('school-3');
    await expect(table.getByRole('row')).toHaveCount(2);
  });

  test('that cannot be loaded say so, and are asked for again', ON_DESKTOP, async ({ page }) => {
    await page.route(SCHOOLS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
    await openAsAdmin(page);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch schools: 400');
    await page.unroute(SCHOOLS_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^\d+ schools?$/)).toBeVisible();
  });
});
