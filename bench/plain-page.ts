import type { Browser, Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './product.ts';
import {
  openSlowPage,
  type SlowPage,
  takeInteractions,
  untilFirstRows,
  type View,
  wait,
  watchInteractions,
} from './web-page.ts';

/**
 * The same deeds on pages that have none of our code: what the browser and the machine take of any page.
 * Milliseconds say little on a machine that nobody knows; how many times the plain page's says what is ours.
 */

const ROWS = 40;
const ROW_HEIGHT = 48;

const showing = async (page: Page, html: string): Promise<void> => {
  await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width">${html}`);
};

interface Presses {
  /** How many native checkboxes the page has. */
  boxes: number;
  presses: number;
  slowdown: number;
}

/** Ticks of a native checkbox among as many others, and letters in a field, on a page without any script: to their frame. */
export const measurePlainPresses = async (
  browser: Browser,
  view: View,
  { boxes, presses, slowdown }: Presses,
): Promise<{ box: number[]; field: number[] }> => {
  const slow = await openSlowPage(browser, view, {});
  const { page, press } = slow;
  const box = '<label><input type="checkbox"> Paper, completed</label> ';
  await showing(page, `<p>${box}<p><input aria-label="Text"><p>${box.repeat(boxes)}`);
  await slow.slowDown(slowdown);
  await watchInteractions(page);
  const bounds = await page.getByRole('checkbox').first().boundingBox();
  if (!bounds) throw new Error('The plain page shows no checkbox.');
  const place = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const measured = async (deed: () => Promise<void>): Promise<number> => {
    await takeInteractions(page);
    await deed();
    await wait(200);
    // What takes less than 16 ms is not noted.
    return Math.max(16, ...(await takeInteractions(page)).map(({ toFrame }) => toFrame));
  };
  const taken = { box: [] as number[], field: [] as number[] };
  for (let n = 0; n < presses; n += 1) taken.box.push(await measured(() => press(place)));
  await page.getByLabel('Text').focus();
  for (let n = 0; n < presses; n += 1) taken.field.push(await measured(() => page.keyboard.press('7')));
  await slow.context.close();
  return taken;
};

/** A page that makes the call for the first users and writes forty of them into a list, and does nothing else. */
const PLAIN_TABLE = `<!doctype html><meta charset="utf-8"><title>Users</title>
<style>li { height: ${ROW_HEIGHT}px }</style><ul></ul><script>
fetch('/api/admin/users?limit=100', { headers: { 'X-Admin-Password': localStorage.getItem('adminPassword') } })
  .then((answer) => answer.json())
  .then((users) => {
    for (const [index, { email, username, role }] of users.slice(0, ${ROWS}).entries()) {
      const row = document.createElement('li');
      row.setAttribute('role', 'row');
      row.dataset.index = index;
      row.textContent = [email, username, role].join(' ');
      document.querySelector('ul').append(row);
    }
    document.querySelector('ul').style.height = '${50_000 * ROW_HEIGHT}px';
  });
</script>`;

const openPlain = async (browser: Browser, url: string): Promise<{ slow: SlowPage; address: string }> => {
  const slow = await openSlowPage(browser, 'desktop', { adminPassword: ADMIN_PASSWORD });
  const address = `${url}/plain-table`;
  await slow.page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: PLAIN_TABLE }));
  return { slow, address };
};

export const plainFirstRows = async (
  browser: Browser,
  url: string,
  { slowdown }: { slowdown: number },
): Promise<number> => {
  const { slow, address } = await openPlain(browser, url);
  await slow.slowDown(slowdown);
  const milliseconds = await untilFirstRows(slow, address);
  await slow.context.close();
  return milliseconds;
};

/** The plain list, ready to be scrolled. */
export const openPlainTable = async (browser: Browser, url: string): Promise<SlowPage> => {
  const { slow, address } = await openPlain(browser, url);
  await slow.page.goto(address);
  await slow.page.locator('[role=row]').first().waitFor();
  return slow;
};
