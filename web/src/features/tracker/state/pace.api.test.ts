import { expect, it } from 'vitest';
import type { Pace } from '../../../../../domain/pace.ts';
import { eventually } from '../../../testing/browser.ts';
import { setScene } from './testing.ts';

const NOTHING: Pace = { session: null, goal: null, weeks_off: [], not_now: false };

const scene = setScene({ loggedIn: false });

/** Reloads the page. */
const load = () => {
  scene.closeTabs();
  return scene.openReady();
};
const logIn = () => void scene.browser.store('token', scene.student.token);

const isOnServer = (pace: Partial<Pace>) =>
  eventually(async () => expect((await scene.student.preferences()).pace).toEqual({ ...NOTHING, ...pace }));
const isAllSent = () => eventually(() => expect(scene.browser.stored.has('paceUnsent')).toBe(false));

it('keeps a guest’s here and tells nobody', async () => {
  const page = await load();
  expect(page.readPace()).toEqual(NOTHING);
  expect(await page.changePace({ session: 'May 2027' })).toBe(true);
  await page.setWeekOff('2026-12-21', true);
  const again = await load();
  expect(again.readPace()).toEqual({ ...NOTHING, session: 'May 2027', weeks_off: ['2026-12-21'] });
  expect(scene.line.calls).toEqual([]);
});

it('drops what makes no sense of what is kept here', async () => {
  scene.browser.store(
    'pace',
    '{"session":"June 2027","goal":99,"weeks_off":["2026-12-22",7,"2026-12-21","2026-12-21"],"not_now":"yes"}',
  );
  expect((await load()).readPace()).toEqual({ ...NOTHING, weeks_off: ['2026-12-21'] });
  scene.browser.store('pace', '[]');
  expect((await load()).readPace()).toEqual(NOTHING);
});

it('sends a user’s, and of quick changes the last', async () => {
  logIn();
  const page = await load();
  const saved = [
    page.changePace({ session: 'May 2027' }),
    page.changePace({ goal: 2 }),
    page.changePace({ goal: 3 }),
  ];
  expect(page.readPace().goal).toBe(3);
  expect(await Promise.all(saved)).toEqual([true, true, true]);
  await isOnServer({ session: 'May 2027', goal: 3 });
  await isAllSent();
  const other = await load();
  expect(other.readPace()).toEqual({ ...NOTHING, session: 'May 2027', goal: 3 });
});

it('sends only what was changed here: what another device changed meanwhile stays', async () => {
  logIn();
  const page = await load();
  await scene.student.setPace({ goal: 5, weeks_off: ['2026-12-21'] });
  await page.changePace({ session: 'May 2027' });
  await isOnServer({ session: 'May 2027', goal: 5, weeks_off: ['2026-12-21'] });
  expect((await load()).readPace()).toEqual({
    ...NOTHING,
    session: 'May 2027',
    goal: 5,
    weeks_off: ['2026-12-21'],
  });
});

it('forgets here what was taken back elsewhere', async () => {
  logIn();
  const page = await load();
  await page.changePace({ session: 'May 2027', goal: 2 });
  await scene.student.setPace({ session: null });
  expect((await load()).readPace()).toEqual({ ...NOTHING, goal: 2 });
});

it('at a login lets the account’s win and adds what a guest said besides', async () => {
  await scene.student.setPace({ session: 'November 2027' });
  const page = await load();
  await page.changePace({ session: 'May 2027', goal: 4 });
  await page.enter(scene.student.token);
  await page.isReady();
  await isOnServer({ session: 'November 2027', goal: 4 });
  expect(page.readPace()).toEqual({ ...NOTHING, session: 'November 2027', goal: 4 });
  await isAllSent();
});

it('keeps a change that could not be sent, and sends it at the next load', async () => {
  logIn();
  const page = await load();
  scene.line.disturb((call) => (call.address.startsWith('PUT') ? 503 : undefined));
  expect(await page.changePace({ session: 'May 2027' })).toBe(false);
  expect(page.readPace().session).toBe('May 2027');
  scene.line.mend();
  await scene.student.setPace({ session: 'November 2028', goal: 1 });
  const again = await load();
  expect(again.readPace().session).toBe('May 2027');
  await isOnServer({ session: 'May 2027', goal: 1 });
  await isAllSent();
});

it('is not undone by an answer from before the change', async () => {
  logIn();
  const page = await load();
  const adopt = page.beginReadingPace();
  await page.changePace({ goal: 7 });
  adopt(NOTHING);
  expect(page.readPace().goal).toBe(7);
});

it('keeps as many weeks off as fit, the newest', async () => {
  const page = await load();
  const weeks = Array.from({ length: 61 }, (_, week) =>
    new Date(Date.UTC(2026, 0, 5 + week * 7)).toISOString().slice(0, 10),
  );
  for (const week of weeks) await page.setWeekOff(week, true);
  expect(page.readPace().weeks_off).toEqual(weeks.slice(1));
  await page.setWeekOff('2026-12-21', false);
  expect(page.readPace().weeks_off).not.toContain('2026-12-21');
});

it('leaves nothing of a user behind at the logout', async () => {
  logIn();
  const page = await load();
  await page.changePace({ session: 'May 2027' });
  page.logout();
  expect(page.readPace()).toEqual(NOTHING);
  expect([...scene.browser.stored.keys()]).toEqual([]);
});
