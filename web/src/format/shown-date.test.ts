import { expect, it } from 'vitest';
import { MONTHS, shortMonth, shownDate, shownDay, shownWeekday } from './shown-date.ts';

it('says days and months as British English does', () => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
  const short = new Intl.DateTimeFormat('en-GB', { month: 'short' });
  const long = new Intl.DateTimeFormat('en-GB', { month: 'long' });
  for (let number = 0; number < 400; number += 1) {
    const date = new Date(2026, 0, 1 + number);
    expect(shownDate(date)).toBe(day.format(date));
    expect(shortMonth(date)).toBe(short.format(date));
    expect(MONTHS[date.getMonth()]).toBe(long.format(date));
  }
});

it('names the year only where it is another', () => {
  expect(shownDay('2026-09-05', 2026)).toBe('5 Sept');
  expect(shownDay('2025-12-31', 2026)).toBe('31 Dec 2025');
});

it('says the day of the week, and the year where it is asked for or another', () => {
  expect(shownWeekday('2026-11-20', 'always')).toBe('Fri 20 Nov 2026');
  expect(shownWeekday('2019-12-31')).toBe('Tue 31 Dec 2019');
  const today = new Date();
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(today);
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  expect(shownWeekday(day)).toBe(`${weekday} ${shownDay(day)}`);
});
