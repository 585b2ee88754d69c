import { describe, expect, test } from 'vitest';
import { activityLevel, activityOf } from './activity.ts';

/** A Thursday. */
const NOW = new Date(2026, 2, 12, 15, 30);
const at = (daysAgo: number, hour = 12) => new Date(2026, 2, 12 - daysAgo, hour).getTime();

describe('the year', () => {
  test('has 53 weeks from Monday, and ends today', () => {
    const { weeks } = activityOf([], NOW);
    expect(weeks).toHaveLength(53);
    expect(weeks.slice(0, -1).every((week) => week.length === 7)).toBe(true);
    expect(weeks.every(([first]) => first?.date.getDay() === 1)).toBe(true);
    expect(weeks.at(-1)?.map(({ date }) => date.getDate())).toEqual([9, 10, 11, 12]);
    expect(weeks[0]?.[0]?.date).toEqual(new Date(2025, 2, 10));
  });

  test('counts each paper on its day, and none from before or after', () => {
    const { weeks, total } = activityOf([at(0, 0), at(0, 23), at(3), at(400), at(-1)], NOW);
    expect(weeks.at(-1)?.map(({ count }) => count)).toEqual([1, 0, 0, 2]);
    expect(total).toBe(3);
  });

  test('has every day once, also where the clocks change', () => {
    const days = activityOf([], NOW).weeks.flat();
    const names = days.map(({ date }) => date.toDateString());
    expect(new Set(names).size).toBe(52 * 7 + 4);
    expect(days.every(({ date }) => date.getHours() === 0)).toBe(true);
  });
});

test.each([
  ['nothing yet', [], 0],
  ['this week', [0], 1],
  ['last week, this one still open', [7], 1],
  ['three weeks in a row', [0, 7, 14], 3],
  ['several papers in a week count once', [0, 1, 2, 7], 2],
  ['a week of rest is forgiven and not counted', [0, 14, 21], 3],
  ['two weeks of rest in a row end it', [0, 21, 28], 1],
  ['last week at rest, this one still open', [14, 21], 2],
  ['two weeks at rest, this one still open', [21, 28], 0],
  ['more than a year', Array.from({ length: 60 }, (_, week) => week * 7), 60],
])('the streak: %s', (_, days, streak) => {
  expect(
    activityOf(
      days.map((day) => at(day)),
      NOW,
    ).streak,
  ).toBe(streak);
});

test.each([
  ['keep it, and are not counted', [0, 28, 35], ['2026-02-16', '2026-02-23', '2026-03-02'], 3],
  ['count where a paper was done in them', [0, 7, 14], ['2026-03-02'], 3],
  ['leave the one week of rest beside them forgiven', [0, 21, 28], ['2026-02-23'], 3],
  ['keep nothing for two weeks of rest beside them', [0, 28, 35], ['2026-02-16'], 1],
  ['may be this one', [7, 14], ['2026-03-09'], 2],
  ['make no streak of nothing', [], ['2026-03-02', '2026-03-09'], 0],
])('weeks off %s', (_, days, weeksOff, streak) => {
  const times = days.map((day) => at(day));
  expect(activityOf(times, NOW, new Set(weeksOff)).streak).toBe(streak);
});

test('levels', () => {
  expect([0, 1, 2, 3, 4, 40].map(activityLevel)).toEqual([0, 1, 2, 3, 3, 3]);
});
