import type { Page } from '@playwright/test';
import { ADMIN } from './admin.ts';
import { printedBy, sheetsOf } from './pdf.ts';
import {
  hold,
  importBox,
  importButton,
  newSchool,
  openSchool,
  person,
  type Row,
  toast,
  unavailable,
} from './school.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  loseAnswer,
  ON_DESKTOP,
  ON_PHONE,
  PASSWORD,
  test,
  textOfCsv,
} from './test.ts';

/** A list of users that is taken in at once. */

/** The platform admin's word for the address of somebody who has registered. */
const vouch = async (page: Page, email: string) => {
  const found = await page.request.get(`/api/admin/users?q=${encodeURIComponent(email)}`, { headers: ADMIN });
  const [user] = (await found.json()) as { id: number }[];
  await page.request.post(`/api/admin/users/${user?.id}/confirm`, { headers: ADMIN });
};

const preview = (page: Page) => page.getByRole('table', { name: 'What will happen' });

test('a class is imported from JSON, and its passwords are taken along', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await expect(importBox(page)).toHaveAttribute('rows', '8');
  await expect(importBox(page)).toHaveAttribute('placeholder', /"username".*"email".*"role"/);
  await importButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Enter the users to import first.');
  await importBox(page).fill('[{"username": "mia",}]');
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText(/JSON|property name/);

  const mia = person(school, 'mia', 'student');
  // A name that a spreadsheet would run.
  const formula = { username: `=${school.prefix}()`, email: `noah${school.domain}`, role: 'teacher' };
  await importBox(page).fill(JSON.stringify([mia, formula]));
  await expect(preview(page).getByRole('row')).toHaveCount(3);
  await expect(preview(page).getByRole('row').nth(1).getByRole('cell').last()).toHaveText('New');
  const sent = page.waitForRequest(`**/api/admin/schools/${school.id}/batch-import`);
  await importButton(page).click();
  expect((await sent).postDataJSON()).toEqual([
    { row: 1, ...mia },
    { row: 2, ...formula },
  ]);
  await expect(toast(page, 'Batch import successful!')).toBeVisible();
  await expect(page.getByText(/The passwords are shown only once/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print login slips' })).toBeFocused();
  const rows = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    '1',
    mia.username,
    mia.email,
    'Student',
    /^\S{8,}$/,
    'Added',
  ]);
  const password = await rows.nth(1).getByRole('cell').nth(4).innerText();

  // Another tab of the screen keeps them; leaving it asks.
  await page.getByRole('tab', { name: 'User Management' }).click();
  await expect(page.getByRole('row').filter({ hasText: mia.email })).toBeVisible();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await page.getByRole('link', { name: 'Tickmark' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^imported-users-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await textOfCsv(file);
  expect(csv).toContain('Row\tUsername\tName\tGroup\tEmail\tRole\tPassword\tResult\r\n');
  expect(csv).toContain(
    `${['1', mia.username, '', '', mia.email, 'student', password, 'Added'].join('\t')}\r\n`,
  );
  expect(csv).toContain(['2', `'${formula.username}`, '', '', formula.email, 'teacher'].join('\t'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'copied to clipboard')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')[1]).toBe(
    ['1', mia.username, '', '', mia.email, 'student', password, 'Added'].join('\t'),
  );

  const login = await page.request.post('/api/token', { form: { username: mia.username, password } });
  expect(login.status()).toBe(200);
  await page.getByRole('button', { name: 'Import more users' }).click();
  await expect(importBox(page)).toHaveValue('');
  await expect(importBox(page)).toBeFocused();
});

test('a class is printed as slips to cut apart, ten to a sheet', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  // The two groups alternate in the list, and follow one another on paper.
  const people = Array.from({ length: 12 }, (_, at) => ({
    ...person(school, `pupil.${at + 1}.of.class`, 'student'),
    name: `Pupil ${at + 1}`,
    group: at % 2 === 0 ? '12A' : '12B',
  }));
  await importBox(page).fill(JSON.stringify(people));
  await importButton(page).click();
  const rows = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  await expect(rows).toHaveCount(13);
  const passwordOf = (row: number) => rows.nth(row).getByRole('cell').nth(4).innerText();
  const passwords = await Promise.all(people.map((_, at) => passwordOf(at + 1)));

  const sheets = await printedBy(page, page.getByRole('button', { name: 'Print login slips' }));
  // A long name goes on in the next line.
  const unspaced = (text: string) => text.replaceAll(' ', '');
  const count = (text: string) => sheets.map((sheet) => unspaced(sheet).split(unspaced(text)).length - 1);
  expect(count('Username')).toEqual([10, 2]);
  expect(count(new URL(page.url()).origin)).toEqual([10, 2]);
  expect([count(', 12A'), count(', 12B')]).toEqual([
    [6, 0],
    [4, 2],
  ]);
  expect(count('Pupil 12, 12B')).toEqual([0, 1]);
  for (const [at, { username }] of people.entries()) {
    const sheet = at === 9 || at === 11 ? [0, 1] : [1, 0];
    expect(count(username), username).toEqual(sheet);
    expect(count(passwords[at] ?? '-'), username).toEqual(sheet);
  }
  expect(sheets.join('')).not.toContain('Imported Users');
  // Afterwards the page itself can be printed again.
  await expect(page.locator('.slips')).toHaveCount(0);
  expect(sheetsOf(await page.pdf({ format: 'A4' })).join('')).toContain('Imported Users');
});

test('a table is looked at row by row before anything is imported', ON_PHONE, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia'] });
  await openSchool(page, school, 'batch');
  const line = (name: string, role: string) => `${school.prefix}.${name};${name}${school.domain};${role}`;
  const csv = [
    'Username;E-Mail;Role',
    line('mia', 'student'),
    line('noah', 'Student'),
    line('zoe', 'studnt'),
  ];
  await page.getByLabel('File with users').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${csv.join('\r\n')}`),
  });
  // Read from a file, the list makes room for what will happen.
  await expect(page.getByText('3 rows from class.csv')).toBeVisible();
  await expect(importBox(page)).toHaveCount(0);
  const cells = (row: number) => preview(page).getByRole('row').nth(row).getByRole('cell');
  // As in the file, whose first row is the head; who is here already is hidden.
  await expect(cells(1).first()).toHaveText('4');
  await expect(cells(1).last()).toHaveText('Invalid. Role must be student or teacher.');
  await expect(cells(2).last()).toHaveText('New');
  await expect(preview(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('Correct the invalid rows first.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByRole('button', { name: '1 unchanged' }).click();
  await expect(cells(1).last()).toHaveText('Unchanged');
  await expect(preview(page).getByRole('row')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(importBox(page)).toBeFocused();
  await importBox(page).fill([...csv.slice(0, 3), line('zoe', 'teacher')].join('\n'));
  await expect(page.getByText('Adds 2.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page, 'Batch import successful!')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  // Every row, and what became of it.
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('2');
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText('Unchanged');
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('Added');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a taken username, an account of no school and one of another are each their own case', async ({
  page,
}) => {
  const elsewhere = await newSchool(page, { students: ['ana'] });
  const school = await newSchool(page, { students: ['mia'] });
  const register = (name: string) =>
    page.request.post('/api/register', {
      data: {
        username: `${school.prefix}.${name}.own`,
        email: `${name}-${school.prefix}@example.org`,
        password: PASSWORD,
      },
    });
  for (const name of ['leo', 'lea', 'lou', 'liv']) await register(name);
  // Whose address was proved; the last one's never was.
  for (const name of ['leo', 'lea', 'lou']) await vouch(page, `${name}-${school.prefix}@example.org`);
  const free = (name: string, role = 'student') =>
    `${school.prefix}.${name},${name}-${school.prefix}@example.org,${role}`;
  await openSchool(page, school, 'batch');
  await importBox(page).fill(
    [
      'username,email,role',
      // Somebody else's name, in the same school.
      `${school.prefix}.mia,maya${school.domain},student`,
      free('leo'),
      free('lea'),
      free('lou', 'teacher'),
      `${school.prefix}.ana,ana${elsewhere.domain},student`,
      `${school.prefix}.zoe,zoe-${school.prefix}@example.net,student`,
      free('liv', 'teacher'),
    ].join('\n'),
  );
  const row = (number: number) =>
    preview(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(number), exact: true }) });
  await expect(page.getByRole('button', { name: '4 need a decision' })).toBeVisible();
  await expect(row(2)).toContainText('Username taken. Use');
  const name = row(2).getByRole('textbox', { name: 'Username for row 2' });
  await expect(name).toHaveValue(`${school.prefix}.mia2`);
  await expect(row(5)).toContainText('Account without a school, with the role student. Left out.');
  await expect(row(6)).toContainText('At another school. Left out.');
  await expect(row(8)).toContainText('Registered but never proved. Importing gives it a new password.');
  await expect(row(7)).toContainText(`The address does not end in ${school.domain}.`);
  await expect(page.getByText(`1 new address does not end in ${school.domain}.`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // Nothing happens to an account of somebody's before it was decided.
  await expect(page.getByText('Decide what to do with 3 accounts first.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  for (const choice of ['Take in', 'Leave out'])
    await expect(row(8).getByRole('button', { name: choice })).toHaveAttribute('aria-pressed', 'false');
  await row(3).getByRole('button', { name: 'Take in' }).click();
  await row(3).getByRole('checkbox', { name: 'The same for 1 other like this' }).click();
  await expect(row(4).getByRole('button', { name: 'Take in' })).toHaveAttribute('aria-pressed', 'true');
  // One that nobody has proved is asked about by itself: it gets a new password.
  await expect(page.getByText('Decide what to do with 1 account first.')).toBeVisible();
  await row(8).getByRole('button', { name: 'Take in' }).click();
  await expect(page.getByText('Adds 2, changes 3.')).toBeVisible();
  await row(4).getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByText('Adds 2, changes 2.')).toBeVisible();
  // Typed over what was suggested, and looked at like any other.
  await name.fill(`${school.prefix}.zoe`);
  await expect(row(2)).toContainText('This username is also in row 7.');
  await name.fill(`${school.prefix}.maya`);
  await expect(page.getByText('Adds 2, changes 2.')).toBeVisible();
  // What was decided outlives a look elsewhere.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(page.getByText('Adds 2, changes 2.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page, 'Batch import successful!')).toBeVisible();

  const results = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  const became = (index: number) => results.nth(index).getByRole('cell').last();
  await expect(results).toHaveCount(8);
  await expect(results.nth(1)).toContainText(`${school.prefix}.maya`);
  await expect(became(1)).toHaveText(`Added. In the list: ${school.prefix}.mia.`);
  await expect(results.nth(2)).toContainText(`${school.prefix}.leo.own`);
  await expect(became(2)).toHaveText(`Taken in. In the list: ${school.prefix}.leo.`);
  await expect(became(3)).toHaveText('Left out. Account without a school.');
  await expect(became(4)).toHaveText('Left out. Account without a school, with the role student.');
  await expect(became(5)).toHaveText('Left out. At another school.');
  await expect(became(6)).toHaveText('Added');
  await expect(became(7)).toHaveText(`Added. In the list: ${school.prefix}.liv.`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Nobody learns the password of an account that was there before.
  await expect(results.nth(2).getByRole('cell').nth(4)).toHaveText('');
  const login = await page.request.post('/api/token', {
    form: { username: `${school.prefix}.leo.own`, password: PASSWORD },
  });
  expect(login.status()).toBe(200);
  // Whoever had the account that was claimed is out.
  const squatter = { username: `${school.prefix}.liv.own`, password: PASSWORD };
  expect((await page.request.post('/api/token', { form: squatter })).status()).toBe(401);
  const password = await results.nth(7).getByRole('cell').nth(4).innerText();
  const owner = { ...squatter, password };
  expect((await page.request.post('/api/token?login_type=teacher', { form: owner })).status()).toBe(200);
});

test('columns with names that nobody knows are asked about', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await page.getByLabel('File with users').setInputFiles({
    name: 'klasse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sep=;\r\nKennung;E-Mail;Klasse\r\n${school.prefix}.mia;m${school.domain};12b\r\n`),
  });
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByLabel('E-Mail')).toHaveValue('email');
  await expect(columns.getByLabel('Kennung')).toHaveValue('none');
  await expect(columns.getByText('12b')).toBeVisible();
  await expect(preview(page).getByRole('cell', { name: 'm', exact: true })).toBeVisible();
  await expectAccessible(page);
  await columns.getByLabel('Kennung').selectOption('Username');
  await expect(preview(page).getByRole('cell', { name: `${school.prefix}.mia` })).toBeVisible();
  await columns.getByRole('button', { name: 'Done' }).click();
  await expect(columns).toContainText('Kennung: Username, E-Mail: Email, Klasse: Group');
});

test('an import that fails keeps the list', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  // Pasted from a spreadsheet, without a head and without roles.
  await importBox(page).fill(
    `${school.prefix}.tom\ttom${school.domain}\n${school.prefix}.una\tuna${school.domain}`,
  );
  await expect(page.getByText('There is no role column: everyone is imported as a student.')).toBeVisible();
  const { held, release } = hold();
  await page.route('**/batch-import', async (route) => {
    await held;
    await unavailable(route);
  });
  await importButton(page).click();
  await expect(page.getByText('Importing 2 users...')).toBeVisible();
  // It goes on while somebody looks elsewhere, and is still to be seen when they come back.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(page.getByText('Importing 2 users...')).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  release();
  await expect(toast(page, 'Batch import failed.')).toBeVisible();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(importBox(page)).toHaveValue(/tom/);
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Batch import failed');
});

test('an import whose answer is lost names who was imported', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  const rows = [person(school, 'mia', 'student'), person(school, 'ada', 'teacher')];
  await importBox(page).fill(JSON.stringify(rows));
  await expect(page.getByText('Adds 2.')).toBeVisible();
  await page.route('**/batch-import', loseAnswer);
  await importButton(page).click();
  await expect(
    page.getByText(
      'The passwords of 2 users were lost with the connection. Reset them under User Management.',
    ),
  ).toBeVisible();
  const results = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  await expect(results).toHaveCount(3);
  for (const [index, { username }] of rows.entries()) {
    const cells = results.nth(index + 1).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(username);
    await expect(cells.last()).toHaveText('Added. The password was lost with the connection.');
  }
  await expect(page.getByRole('button', { name: 'Go on' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import more users' }).click();
  await expect(importBox(page)).toHaveValue('');
});

test('an import of which nobody can say what became goes on when it is known', ON_PHONE, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  const rows = [person(school, 'mia', 'student'), person(school, 'ada', 'teacher')];
  await importBox(page).fill(JSON.stringify(rows));
  await expect(page.getByText('Adds 2.')).toBeVisible();
  const sent: string[] = [];
  await page.route('**/batch-import', async (route) => {
    sent.push(route.request().url());
    await page.route('**/batch-import/check', unavailable);
    await loseAnswer(route);
  });
  await importButton(page).click();
  await expect(page.getByText('The result of 2 rows is not known yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: '2 unknown' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  await expect(goOn).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('button', { name: '2 unknown' })).toBeVisible();
  await page.unroute('**/batch-import/check');
  await goOn.click();
  await expect(page.getByRole('button', { name: '2 added' })).toBeVisible();
  await expect(page.getByText('The passwords of 2 users were lost with the connection.')).toBeVisible();
  // Nobody is imported twice.
  expect(sent).toHaveLength(1);
});

test(
  'more than 500 users are imported in parts, and a part that fails can follow',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    await openSchool(page, school, 'batch');
    // Answered here: five hundred passwords would take the server a while.
    const parts: Row[][] = [];
    const { held, release } = hold();
    let isAway = true;
    await page.route('**/batch-import', async (route) => {
      const rows = route.request().postDataJSON() as Row[];
      if (parts.length === 1) await held;
      if (parts.length === 1 && isAway) return unavailable(route);
      parts.push(rows);
      const imported = rows.map(({ username, email, role }) => ({
        username,
        email,
        role,
        password: 'abcd-efgh',
      }));
      return route.fulfill({ json: { imported, taken_in: [], changed: [] } });
    });
    const rows = Array.from({ length: 1240 }, (_, index) => person(school, `s${index}`, 'student'));
    await importBox(page).fill(JSON.stringify(rows));
    await expect(page.getByText('Adds 1,240.')).toBeVisible();
    // Only the rows in sight are drawn.
    expect(await preview(page).getByRole('row').count()).toBeLessThan(100);
    await importButton(page).click();
    await expect(page.getByText('Importing 1,000 of 1,240...')).toBeVisible();
    release();
    await expect(page.getByText('Rows 1 to 500 are imported, the rest are not.')).toBeVisible();
    await expect(page.getByRole('button', { name: '500 added' })).toBeVisible();
    await expect(page.getByRole('button', { name: '740 not imported' })).toBeVisible();
    await expectAccessible(page);
    isAway = false;
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(toast(page, 'Batch import successful!')).toBeVisible();
    await expect(page.getByRole('button', { name: '1,240 added' })).toBeVisible();
    expect(parts.map((part) => part.length)).toEqual([500, 500, 240]);
    expect(new Set(parts.flat().map(({ email }) => email)).size).toBe(1240);
  },
);

test(
  'a list that is pasted makes room for what will happen, and comes back',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSchool(page, school, 'batch');
    const text = `${school.prefix}.mia\tmia${school.domain}\tstudent`;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await importBox(page).press('ControlOrMeta+v');
    await expect(page.getByText('Adds 1.')).toBeVisible();
    await expect(importBox(page)).toHaveCount(0);
    const change = page.getByRole('button', { name: 'Change', exact: true });
    await expect(change).toBeFocused();
    await change.press('Enter');
    await expect(importBox(page)).toBeFocused();
    await expect(importBox(page)).toHaveValue(text);
  },
);

test('a list of more than 5,000 rows is refused before anything is sent', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const lines = Array.from({ length: 5001 }, (_, index) => `s${index}${school.domain}`);
  await page.getByLabel('File with users').setInputFiles({
    name: 'all.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(page.getByText('A list can have at most 5,000 rows.')).toBeVisible();
  await expect(importButton(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('batch-import'))).toEqual([]);
});
