import { expect, test } from 'vitest';
import { weeksByMonth } from './weeks-off.ts';

/** A Saturday. */
const NOW = new Date(2026, 10, 14, 15, 30);
const days = (session: string | null, weeksOff: string[] = []) =>
  weeksByMonth(session, weeksOff, NOW).map(({ mondays }) => mondays);

test('the weeks to choose from begin four weeks ago, end before the exams, and stand by month', () => {
  const months = days('May 2027');
  expect(months[0]).toEqual(['2026-10-12', '2026-10-19', '2026-10-26']);
  expect(months[1]).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30']);
  expect(months.at(-1)).toEqual(['2027-04-05', '2027-04-12', '2027-04-19']);
  expect(months.flat()).toHaveLength(28);
  expect(weeksByMonth('May 2027', [], NOW)[1]?.first).toEqual(new Date(2026, 10, 2));
});

test('a week that was off stays among them for a year, once', () => {
  const old = ['2025-11-03', '2025-11-10', '2026-07-06', '2026-11-02'];
  const all = days('May 2027', old).flat();
  expect(all.slice(0, 3)).toEqual(['2025-11-10', '2026-07-06', '2026-10-12']);
  expect(all.filter((week) => week === '2026-11-02')).toHaveLength(1);
});

test('without a session there is half a year', () => {
  expect(days(null).flat()).toHaveLength(30);
});
