import type { Page } from '@playwright/test';
import { expect, open, openAsNewStudent } from './test.ts';

/** What the journeys through the tracker have in common. */

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
export const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name}, completed` });
export const stored = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, name);

/** Chooses subjects in the picker, which is folded by group on a phone. */
export const choose = async (page: Page, ...subjects: [group: string, name: string][]) => {
  await page.getByRole('button', { name: /^(Add Subjects|Edit)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Select Your IB Subjects:' })).toBeVisible();
  for (const [group, name] of subjects) {
    const choice = page.getByRole('checkbox', { name, exact: true });
    if (isPhone(page) && !(await choice.isVisible()))
      await page.locator('summary', { hasText: group }).click();
    await choice.click();
    await expect(choice).toBeChecked();
  }
  await page.getByRole('button', { name: 'Done', exact: true }).first().click();
};

/** Brings the tick of a paper into sight: rows are folded in the table, cards on a phone. */
export const unfold = async (page: Page, sitting: string) => {
  const [session, year] = sitting.split(' ');
  if (isPhone(page)) {
    const card = page.locator('details', { hasText: `${year} ${session}` });
    if (!(await card.evaluate((details) => (details as HTMLDetailsElement).open)))
      await card.locator('summary').click();
  } else {
    const head = page.getByRole('rowheader').getByRole('button', { name: new RegExp(`^${year} ${session}`) });
    await expect(page.getByRole('grid')).toBeVisible();
    // A subject without variants has nothing to unfold.
    if ((await head.count()) > 0 && (await head.getAttribute('aria-expanded')) === 'false')
      await head.click();
  }
};

export const pill = (page: Page) => page.getByRole('progressbar', { name: /completed$/ });
export const scoreDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter Score & Upload Files' });

export const tickWithScore = async (page: Page, name: string, score: string) => {
  await box(page, name).click();
  await expect(scoreDialog(page)).toBeVisible();
  await scoreDialog(page).getByLabel('Score').fill(score);
  await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(scoreDialog(page)).toBeHidden();
  // Out of sight a moment before it is closed: until then no key reaches the page.
  await expect(page.locator('dialog:modal')).toHaveCount(0);
};

interface CompletionRecord {
  is_completed: boolean;
  score: number | null;
  completed_at: string | null;
}

export const completion = async (page: Page): Promise<Record<string, CompletionRecord>> => {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get('/api/completion', { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as Record<string, CompletionRecord>;
};

/** A new student with subjects and records, put in through the API. */
export const openWith = async (page: Page, subjects: string[], records: Record<string, unknown> = {}) => {
  const { token } = await openAsNewStudent(page, '/login');
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/subjects', { headers, data: { subjects } });
  await page.request.post('/api/completion/bulk', { headers, data: { completion_data: records } });
  await open(page, '/');
  await expect(page.getByLabel('Select Subject to View')).toBeVisible();
  return { token };
};
