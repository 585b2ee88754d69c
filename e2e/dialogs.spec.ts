import type { Locator, Page } from '@playwright/test';
import {
  addSchool,
  as,
  newTeacher,
  openAsAdmin,
  openWith,
  press,
  register,
  USERS,
  unfoldSchool,
} from './admin.ts';
import {
  box,
  choose,
  completion,
  openWith as openTracker,
  scoreDialog,
  tickWithScore,
  unfold,
} from './papers.ts';
import {
  expect,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  reload,
  test,
} from './test.ts';

/** Dialogs that wait for an answer, what is said while one is open, and where the focus goes when its place goes. */

const AWAY = { status: 503, json: { detail: 'away' } };

const dialog = (page: Page) => page.getByRole('dialog');
const toast = (within: Page | Locator, text: string) =>
  within.locator('[aria-live] .toast').filter({ hasText: text });

/** Holds the calls of a method until they are let go, and refuses them then. */
const holdAndRefuse = async (page: Page, method: string, path: string) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await held;
    return route.fulfill(AWAY);
  });
  return letGo;
};

/** Neither Escape, twice, nor a button: it is to be there for the answer. */
const expectToStay = async (page: Page) => {
  await expect(dialog(page).locator('button[aria-busy=true]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  for (const name of ['Close', 'Cancel'])
    for (const button of await dialog(page).getByRole('button', { name, exact: true }).all())
      await expect(button).toBeDisabled();
  await expect(dialog(page)).toBeVisible();
};

test.describe('a dialog that waits for an answer stays', () => {
  test('when a user is changed, and when one is deleted', ON_DESKTOP, async ({ page }) => {
    const { email } = await register(page);
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await press(page, 'Edit', email);
    const name = newName();
    await dialog(page).getByLabel('Username').fill(name);
    let letGo = await holdAndRefuse(page, 'PUT', '/admin/users/*');
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expectToStay(page);
    letGo();
    await expect(dialog(page).getByRole('alert')).toContainText(AWAY.json.detail);
    await expect(dialog(page).getByLabel('Username')).toHaveValue(name);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();

    await press(page, 'Delete', email);
    letGo = await holdAndRefuse(page, 'DELETE', '/admin/users/*');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expectToStay(page);
    letGo();
    await expect(dialog(page).getByRole('alert')).toContainText(AWAY.json.detail);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toBeHidden();
  });

  test('for a new password, the end of an account, and feedback', ON_PHONE, async ({ page }) => {
    const { username } = await openAsNewStudent(page, '/settings');
    await page.getByRole('button', { name: 'Change password' }).click();
    for (const name of ['current', 'new', 'confirm'])
      await dialog(page).locator(`input[name=${name}_password]`).fill(PASSWORD);
    let letGo = await holdAndRefuse(page, 'POST', '/users/me/password');
    await dialog(page).getByRole('button', { name: 'Change password' }).click();
    await expectToStay(page);
    letGo();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'It may have gone through anyway: try the new password when you log in.',
    );
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog(page).locator('input[name=confirmation]').fill(username);
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    letGo = await holdAndRefuse(page, 'DELETE', '/users/me');
    await dialog(page).getByRole('button', { name: 'Delete account' }).click();
    await expectToStay(page);
    letGo();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Feedback' }).click();
    await dialog(page).getByLabel('Message').fill('What was typed');
    letGo = await holdAndRefuse(page, 'POST', '/feedback');
    await dialog(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expectToStay(page);
    letGo();
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to submit feedback');
    await expect(dialog(page).getByLabel('Message')).toHaveValue('What was typed');
  });
});

test.describe('Back closes what is open, and nothing else', () => {
  const isMarked = (page: Page) =>
    page.evaluate(() => Boolean((history.state as { above?: true } | null)?.above));
  const goBack = async (page: Page) => {
    // What has just been opened takes its place in the history once the way here is done with.
    await expect.poll(() => isMarked(page)).toBe(true);
    await page.goBack();
  };
  const closed = async (page: Page) => {
    await expect(dialog(page)).toHaveCount(0);
    await expect.poll(() => isMarked(page)).toBe(false);
    await expect(page).toHaveURL('/settings');
  };

  test('menus, dialogs, and one after the other', ON_PHONE, async ({ page }) => {
    await openAsNewStudent(page, '/nowhere');
    await page.getByRole('link', { name: 'Home Page' }).click();
    const settings = page.getByRole('button', { name: 'Settings' });
    const row = page.getByRole('menuitem', { name: 'Settings' });
    const password = page.getByRole('button', { name: 'Change password' });
    await settings.click();
    await row.click();
    // What is opened on the way would go with the page that is left.
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await settings.click();
    await expect(row).toBeVisible();
    await goBack(page);
    await expect(row).toBeHidden();
    await closed(page);

    await password.click();
    await expect(dialog(page)).toBeVisible();
    await goBack(page);
    await closed(page);

    // A press beside it does the same, but loses nothing that was typed.
    await password.click();
    await page.mouse.click(180, 10);
    await closed(page);
    await password.click();
    await dialog(page).locator('input[name=current_password]').fill(PASSWORD);
    await page.mouse.click(180, 10);
    await expect(dialog(page).locator('input[name=current_password]')).toHaveValue(PASSWORD);

    // It waits for an answer, and stays however often.
    for (const name of ['new', 'confirm'])
      await dialog(page).locator(`input[name=${name}_password]`).fill(PASSWORD);
    const letGo = await holdAndRefuse(page, 'POST', '/users/me/password');
    await dialog(page).getByRole('button', { name: 'Change password' }).click();
    for (const _ of [1, 2]) {
      await goBack(page);
      await expectToStay(page);
    }
    letGo();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await goBack(page);
    await closed(page);

    // Closed by other means, it leaves nothing to go back from.
    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await closed(page);
    await settings.click();
    await page.keyboard.press('Escape');
    await closed(page);
    // The menu that led here has left nothing either.
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/nowhere');
  });

  test('and a long address fits into the menu', ON_PHONE, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const name = `${newName()}.of.the.international.school`.slice(-48);
    const { token } = await register(page, name, 'students.of-the-long-valley.example.org');
    await openWith(page, { token }, '/');
    await page.getByRole('button', { name: 'Settings' }).click();
    const address = page.getByText('@students.of-the-long-valley');
    await expect(address).toBeVisible();
    const [text, screen] = [await address.boundingBox(), page.viewportSize()];
    expect(await address.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    expect((text?.x ?? 0) >= 8 && (text?.x ?? 0) + (text?.width ?? 0) <= (screen?.width ?? 0) - 8).toBe(true);
    await expectNoSidewaysScroll(page);
  });
});

test('a form that is emptied by its success takes nothing while it waits', ON_DESKTOP, async ({ page }) => {
  const school = await addSchool(page);
  const fillAndHold = async (name: string, submit: string, path: string, fields: Record<string, string>) => {
    const form = page.getByRole('form', { name });
    for (const [label, value] of Object.entries(fields))
      await form.getByRole('textbox', { name: label, exact: true }).fill(value);
    const letGo = await holdAndRefuse(page, 'POST', path);
    await form.getByRole('button', { name: submit }).click();
    for (const field of await form.getByRole('textbox').all()) await expect(field).not.toBeEditable();
    letGo();
    await expect(form.getByRole('alert')).toBeVisible();
    for (const [label, value] of Object.entries(fields)) {
      await expect(form.getByRole('textbox', { name: label, exact: true })).toBeEditable();
      await expect(form.getByRole('textbox', { name: label, exact: true })).toHaveValue(value);
    }
  };
  await openAsAdmin(page, '/admin/dashboard');
  await unfoldSchool(page);
  await fillAndHold('Add New School', 'Add School', '/admin/schools', {
    'School Name': newName(),
    'Domain Pattern': '@held.example',
  });
  await openAsAdmin(page, `/admin/schools/${school.id}?tab=users`);
  await page.getByRole('button', { name: 'Create Teacher' }).click();
  await fillAndHold('Create Teacher', 'Create Teacher', '/admin/schools/*/teachers', {
    Username: newName(),
    Email: 'one@held.example',
    'Student Emails (optional)': 'two@held.example',
  });
  await page.getByRole('button', { name: 'Add School Admin' }).click();
  await fillAndHold('Add School Admin', 'Create School Admin', '/schooladmin/register', {
    Username: newName(),
    Password: PASSWORD,
  });
});

test(
  'a teacher who removes students goes on from the next one, also after Undo',
  ON_DESKTOP,
  async ({ page }) => {
    const teacher = await newTeacher(page);
    const [one, two] = [newName(), newName()];
    // The newest stands first.
    for (const name of [two, one]) await teacher.follow(`${name}@example.org`);
    await openWith(page, { token: teacher.token }, '/teachers');
    const remove = (name: string) => page.getByRole('button', { name: `Remove student ${name}` });
    const letGo = await holdAndRefuse(page, 'DELETE', '/teachers/students/*');
    await remove(one).click();
    letGo();
    await expect(toast(page, 'Failed to remove student. Please try again.')).toBeVisible();
    await expect(remove(one)).toBeFocused();
    await page.unrouteAll();

    for (const [name, next] of [
      [one, remove(two)],
      [two, page.getByRole('heading', { name: 'Your Students' })],
    ] as const) {
      await remove(name).click();
      await expect(remove(name)).toHaveCount(0);
      await expect(next).toBeFocused();
    }
    // One Undo for both, also without the way to its button.
    await expect(toast(page, '2 students removed successfully')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('heading', { name: 'Your Students' })).toBeFocused();
    await expect(remove(one)).toBeVisible();
    await expect(remove(two)).toBeVisible();
    await remove(two).click();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(remove(one)).toBeFocused();
    await expect(remove(two)).toBeVisible();
  },
);

test('a file that is being removed cannot be kept any more', ON_DESKTOP, async ({ page }) => {
  const { token } = await openTracker(page, ['theatre_sl'], {
    'theatre_sl-2024-May-paper1': { is_completed: true, score: null },
  });
  const file = { name: 'work.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await page.request.post('/api/completion/upload', {
    headers: as(token),
    multipart: { subject_id: 'theatre_sl', year: '2024', session: 'May', paper: 'paper1', file },
  });
  await reload(page);
  await page.getByRole('button', { name: 'View files: Paper 1, May 2024' }).click();
  await dialog(page).getByRole('button', { name: 'Remove work.pdf' }).click();
  const letGo = await holdAndRefuse(page, 'DELETE', '/completion/files/**');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeDisabled();
  letGo();
  await expect(dialog(page).getByRole('alert')).toHaveText('It could not be removed. Please try again.');
  await dialog(page).getByRole('button', { name: 'Keep' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Remove work.pdf' })).toBeFocused();
});

test(
  'a save that fails while the score is asked for says so, in the dialog if that has reason to stay',
  ON_PHONE,
  async ({ page }) => {
    await page.clock.install();
    await openTracker(page, ['theatre_sl']);
    await unfold(page, 'May 2024');
    const failed = 'Failed to update paper status';
    const refuseTick = await holdAndRefuse(page, 'POST', '/completion');
    await box(page, 'Paper 1, May 2024').click();
    await expect(scoreDialog(page)).toBeVisible();
    refuseTick();
    await expect(scoreDialog(page)).toBeHidden();
    await expect(toast(page, failed)).toBeVisible();
    await expect(box(page, 'Paper 1, May 2024')).not.toBeChecked();
    await page.unrouteAll();

    await tickWithScore(page, 'Paper 1, May 2024', '50');
    await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2024-May-paper1': { score: 50 } });
    const refuseScore = await holdAndRefuse(page, 'POST', '/completion');
    await box(page, 'Paper 1, May 2024').press('Enter');
    await scoreDialog(page).getByLabel('Score').fill('60');
    await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(scoreDialog(page)).toBeHidden();
    await box(page, 'Paper 1, May 2024').press('Enter');
    await expect(scoreDialog(page)).toBeVisible();
    // What is said stays; by less than the save has patience for.
    await page.clock.pauseAt(new Date(Date.now() + 5000));
    refuseScore();
    await expect(toast(scoreDialog(page), failed)).toBeVisible();
    await page.keyboard.press('Escape');
    // Frames stand still too: it is closed two of them later.
    await page.clock.runFor(500);
    await expect(page.locator('dialog:modal')).toHaveCount(0);
    await expect(toast(page, failed)).toHaveCount(1);
  },
);

test.describe('the focus goes on when its button goes', () => {
  test('from the end of the list of subjects', ON_PHONE, async ({ page }) => {
    await openTracker(page, ['theatre_sl']);
    const done = page.getByRole('button', { name: 'Done', exact: true });
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(done).toHaveCount(2);
    await done.last().click();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();

    const { token } = await newTeacher(page);
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await open(page, '/teachers/subjects');
    await expect(done).toHaveCount(2);
    await done.last().click();
    await expect(page.getByRole('button', { name: 'Edit Subjects' })).toBeFocused();
  });

  test('from a guest’s time, and from a toast', ON_DESKTOP, async ({ page }) => {
    await open(page, '/');
    await page.getByLabel('Guest session').getByRole('button', { name: 'Close' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Past papers' })).toBeFocused();

    await choose(page, ['The Arts', 'Theatre SL']);
    await unfold(page, 'May 2024');
    await tickWithScore(page, 'Paper 1, May 2024', '64');
    await box(page, 'Paper 1, May 2024').press('Space');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
    await expect(box(page, 'Paper 1, May 2024')).toBeFocused();
  });
});
