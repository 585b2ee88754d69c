import { expect, it, vi } from 'vitest';
import type { PaperId } from '../../../../../domain/completion-key.ts';
import { eventually } from '../../../testing/browser.ts';
import { setScene } from './testing.ts';

const RANGE = { startYear: 2019, endYear: 2021 };
const OTHER_RANGE = { startYear: 2015, endYear: 2016 };
const DEFAULT = { startYear: 2017, endYear: 2024 };

const scene = setScene({ loggedIn: false });

/** Reloads the page. */
const load = () => {
  scene.closeTabs();
  return scene.openReady();
};

const isKept = (preferences: object) =>
  eventually(async () =>
    expect(await scene.student.preferences()).toEqual({
      sits: null,
      papers: null,
      pace: expect.any(Object),
      ...preferences,
    }),
  );

it('keeps a guest’s here and tells nobody', async () => {
  const page = await load();
  page.setYearRange('history_sl', RANGE);
  page.setTimezoneOverride('history_sl', 'paper2', false);
  page.setSits('TZ2');
  expect(scene.browser.storedJson('subjectYearRanges')).toEqual({ history_sl: RANGE });
  expect(scene.browser.storedJson('timezoneOverrides')).toEqual({ history_sl: { paper2: false } });
  expect(scene.browser.stored.get('sits')).toBe('TZ2');
  const again = await load();
  expect(again.readYearRange('history_sl')).toEqual(RANGE);
  expect(scene.line.calls).toEqual([]);
});

it('drops what makes no sense of what is kept here', async () => {
  scene.browser.store('subjectYearRanges', {
    history_sl: RANGE,
    nonsense: RANGE,
    music_sl: { startYear: 2024, endYear: 2014 },
  });
  scene.browser.store(
    'timezoneOverrides',
    '{"history_sl":{"paper1":"yes","paper2":true},"music_sl":7,"nonsense":{"paper1":true},"__proto__":{}}',
  );
  const page = await load();
  expect(page.readYearRange('history_sl')).toEqual(RANGE);
  expect(page.readYearRange('music_sl')).toEqual(DEFAULT);
  expect(page.readTimezoneOverrides()).toEqual({ history_sl: { paper2: true } });
});

it('sends a user’s, the last of several quick changes only', async () => {
  scene.browser.store('token', scene.student.token);
  const page = await load();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page.setYearRange('history_sl', OTHER_RANGE);
  await vi.advanceTimersByTimeAsync(100);
  page.setYearRange('history_sl', RANGE);
  await vi.advanceTimersByTimeAsync(100);
  page.setTimezoneOverride('history_sl', 'paper1', false);
  page.setSits('both');
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await isKept({
    year_ranges: { history_sl: RANGE },
    timezone_overrides: { history_sl: { paper1: false } },
    sits: 'both',
  });
  await eventually(() => expect(scene.browser.stored.has('preferencesUnsent')).toBe(false));
  expect(scene.line.callsTo('PUT /users/me/preferences')).toHaveLength(1);
});

it('at a login lets the server’s win and adds what it does not know', async () => {
  await scene.student.setYearRanges({ history_sl: OTHER_RANGE });
  scene.browser.store('subjectYearRanges', { history_sl: RANGE, music_sl: RANGE });
  const page = await load();
  await page.enter(scene.student.token);
  await page.isReady();
  expect(page.readYearRange('history_sl')).toEqual(OTHER_RANGE);
  expect(page.readYearRange('music_sl')).toEqual(RANGE);
  await isKept({ year_ranges: { history_sl: OTHER_RANGE, music_sl: RANGE }, timezone_overrides: {} });
});

it('keeps a change that could not be sent, and sends it at the next load', async () => {
  await scene.student.setYearRanges({ history_sl: OTHER_RANGE });
  scene.browser.store('token', scene.student.token);
  const page = await load();
  scene.line.disturb((call) => (call.address.startsWith('PUT') ? 503 : undefined));
  page.setYearRange('history_sl', RANGE);
  await scene.line.heard('PUT /users/me/preferences');
  scene.line.mend();
  const again = await load();
  expect(again.readYearRange('history_sl')).toEqual(RANGE);
  await isKept({ year_ranges: { history_sl: RANGE }, timezone_overrides: {} });
});

it('leaves nothing of a user behind at the logout', async () => {
  const paper: PaperId = {
    subjectId: 'history_sl',
    year: 2023,
    session: 'May',
    paper: 'paper1',
    timezone: null,
  };
  await scene.student.takeSubjects(['history_sl']);
  await scene.student.tick(paper, 3);
  await scene.student.setYearRanges({ history_sl: OTHER_RANGE });
  scene.browser.store('token', scene.student.token);
  const page = await load();
  expect(page.readRecord('history_sl-2023-May-paper1').score).toBe(3);
  page.setTimezoneOverride('history_sl', 'paper1', false);
  page.setSits('TZ1');
  page.logout();
  expect(page.readTrackerStatus()).toBe('ready');
  expect(page.readYearRange('history_sl')).toEqual(DEFAULT);
  expect(page.readTimezoneOverrides()).toEqual({});
  expect(page.subjects()).toEqual([]);
  expect(page.readRecord('history_sl-2023-May-paper1')).toBe(page.NOT_DONE);
  expect([...scene.browser.stored.keys()]).toEqual([]);
});

it('leaves nothing of a user behind whose login has ended while the page was closed', async () => {
  scene.browser.store('token', 'a-dead-one');
  scene.browser.store('subjectYearRanges', { history_sl: RANGE });
  const page = await load();
  expect(page.readYearRange('history_sl')).toEqual(DEFAULT);
  expect([...scene.browser.stored.keys()]).toEqual([]);
});
