import type { Locator, Page } from '@playwright/test';
import { addSchool } from './admin.ts';
import { ADMIN_PASSWORD, IS_FIREFOX } from './machine.ts';
import { DEMO, expect, newName, ON_DESKTOP, open, PASSWORD, passwordField, test } from './test.ts';

/** The main path of each role without a mouse: nothing is clicked here, and nothing is given the focus by the test. */

const MOST_STEPS = 80;

/** As somebody would who sees where the focus is: on and on, until it is there, and it must be seen to be. */
const tabTo = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    // Beyond the last part of a page comes the browser's own window, from where no key of a test leads back.
    test.skip(
      IS_FIREFOX && !(await page.evaluate(() => document.hasFocus())),
      'Tab has led out of the page.',
    );
    if (await target.evaluate((element) => element === document.activeElement)) {
      // A link that is a whole card has its ring around the card.
      const rings = () =>
        target.evaluate((element) =>
          [undefined, '::before', '::after']
            .map((part) => getComputedStyle(element, part).outlineStyle)
            .join(),
        );
      // Firefox needs a moment even for a transition that takes none.
      await expect.poll(rings, 'a ring around what has the focus').not.toBe('none,none,none');
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${MOST_STEPS} Tabs`);
};
const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};
const type = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a guest chooses a subject, ticks a paper, registers and logs out', ON_DESKTOP, async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to papers' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Add Subjects'));
  await press(page, page.getByRole('checkbox', { name: 'Theatre SL' }), 'Space');
  await press(page, button(page, 'Done').first());
  await press(page, page.getByRole('checkbox', { name: 'Paper 1, May 2024, completed' }), 'Space');
  const dialog = page.getByRole('dialog', { name: 'Enter Score & Upload Files' });
  await expect(dialog.getByLabel('Score')).toBeFocused();
  await page.keyboard.type('71');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('71%').first()).toBeVisible();

  await press(page, page.getByRole('banner').getByRole('link', { name: 'Register' }));
  await expect(heading(page, 'Create an Account')).toBeFocused();
  const name = newName();
  await type(page, page.getByLabel('Username'), name);
  await type(page, page.getByLabel('Email'), `${name}@example.org`);
  await type(page, passwordField(page), PASSWORD);
  await type(page, page.getByLabel('Confirm Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Past papers')).toBeFocused();
  await expect(page.getByText('71%').first()).toBeVisible();

  // Backwards, from the heading to what stands before it.
  await press(page, button(page, 'Settings'));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Teachers who see my progress' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Settings')).toBeFocused();
  await press(page, button(page, 'Logout'));
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test(
  'a teacher logs in, finds a student, reads the progress and the class grid',
  ON_DESKTOP,
  async ({ page }) => {
    await open(page, '/teachers/login');
    await type(page, page.getByLabel('Username'), DEMO.teacher);
    await type(page, passwordField(page), DEMO.password());
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Teacher Dashboard')).toBeFocused();
    await type(page, page.getByRole('searchbox'), DEMO.student);
    await press(page, page.getByRole('link', { name: DEMO.studentName }));
    await expect(heading(page, 'Student Progress')).toBeFocused();
    await expect(page.getByText('Student Information')).toBeVisible();
    await press(page, page.getByRole('link', { name: 'Back' }));
    await expect(heading(page, 'Teacher Dashboard')).toBeFocused();

    await tabTo(page, page.getByRole('tab', { name: /^Students \d+$/ }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'My Subjects' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Subjects You Teach' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await press(page, button(page, 'Class grid'));
    // The search has stayed, for somebody who does not take this subject.
    await press(page, button(page, 'Show all'));
    // The grid is one stop; its arrows lead from head to head.
    await tabTo(page, page.getByRole('columnheader', { name: /^Student/ }).getByRole('button'));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('columnheader', { name: /^Progress/ }).getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('columnheader', { name: /^Progress/ })).toHaveAttribute(
      'aria-sort',
      /ascending|descending/,
    );
  },
);

test(
  'a school admin logs in, searches, opens a student, and reads the statistics month by month',
  ON_DESKTOP,
  async ({ page }) => {
    await open(page, '/schooladmin/login');
    await type(page, page.getByLabel('Username'), DEMO.schoolAdmin);
    await type(page, passwordField(page), DEMO.password());
    await page.keyboard.press('Enter');
    await expect(heading(page, 'School Admin Dashboard')).toBeFocused();
    await type(page, page.getByRole('searchbox'), DEMO.student);
    await expect(page.getByText(/^1 of \d+ users$/)).toBeVisible();
    await press(page, page.getByRole('link', { name: `View ${DEMO.student}` }));
    await expect(heading(page, DEMO.studentName)).toBeFocused();
    await press(page, page.getByRole('link', { name: 'Back to Dashboard' }));
    await expect(heading(page, 'School Admin Dashboard')).toBeFocused();
    await expect(page.getByRole('searchbox')).toHaveValue(DEMO.student);

    await tabTo(page, page.getByRole('tab', { name: 'Users' }));
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Statistics' })).toBeFocused();
    const month = page.getByRole('slider', { name: 'Month' });
    await tabTo(page, month);
    await page.keyboard.press('Home');
    const first = await month.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    await expect(month).not.toHaveAttribute('aria-valuetext', first ?? '');
  },
);

test(
  'the platform admin logs in, adds a school, looks up a user and goes back',
  ON_DESKTOP,
  async ({ page }) => {
    await addSchool(page);
    await open(page, '/admin/login');
    await type(page, passwordField(page), ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Admin Dashboard')).toBeFocused();
    const name = newName();
    await press(page, button(page, 'Add New School'));
    await expect(page.getByLabel('School Name')).toBeFocused();
    await page.keyboard.type(`School ${name}`);
    await type(page, page.getByLabel('Domain Pattern'), `@${name}.example`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('School created successfully!')).toBeVisible();

    // The other way round there is a row for every school.
    await tabTo(page, page.getByRole('tab', { name: 'Schools' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await type(page, page.getByRole('searchbox'), DEMO.student);
    await expect(page.getByText('1 user found')).toBeVisible();
    // By name: the rows before are drawn until there is time for the one that was found.
    const edit = button(page, `Edit user ${DEMO.student}@`);
    await press(page, edit);
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
  },
);
