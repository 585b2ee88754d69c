import { describe, expect, test } from 'vitest';
import { dayIn, isTimeZone, isWeeklyTime, minutesLeftOfDay, nextWeekly } from './weekly-mail.ts';

const next = (weekday: number, time_zone: string, now: string) =>
  new Date(nextWeekly({ weekday, time_zone }, Date.parse(now))).toISOString();

describe('the next weekly mail', () => {
  // 18 November 2026 is a Wednesday.
  test.each([
    ['later this week', 5, 'UTC', '2026-11-18T12:00:00Z', '2026-11-20T07:00:00.000Z'],
    ['earlier in the week: the next one', 1, 'UTC', '2026-11-18T12:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['this morning, still to come', 3, 'UTC', '2026-11-18T06:59:59Z', '2026-11-18T07:00:00.000Z'],
    ['this morning, that has come', 3, 'UTC', '2026-11-18T07:00:00Z', '2026-11-25T07:00:00.000Z'],
    ['on a Sunday', 7, 'UTC', '2026-11-18T12:00:00Z', '2026-11-22T07:00:00.000Z'],
    // Where it is Thursday already, and where it is still Tuesday.
    ['in Kiritimati', 4, 'Pacific/Kiritimati', '2026-11-18T12:00:00Z', '2026-11-18T17:00:00.000Z'],
    ['in Honolulu', 3, 'Pacific/Honolulu', '2026-11-18T09:00:00Z', '2026-11-18T17:00:00.000Z'],
    ['of quarter hours', 1, 'Asia/Kathmandu', '2026-11-18T12:00:00Z', '2026-11-23T01:15:00.000Z'],
    // The clocks go forward on 28 March 2027 and back on 31 October 2027.
    ['after the clocks went forward', 1, 'Europe/Berlin', '2027-03-24T12:00:00Z', '2027-03-29T05:00:00.000Z'],
    ['on the day they go forward', 7, 'Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28T05:00:00.000Z'],
    ['on the day they go back', 7, 'Europe/Berlin', '2027-10-30T12:00:00Z', '2027-10-31T06:00:00.000Z'],
    ['a week over the change', 7, 'America/New_York', '2026-10-25T12:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('is %s', (_what, weekday, zone, now, expected) => {
    expect(next(weekday, zone, now)).toBe(expected);
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Honolulu', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'])(
    'comes once a week for a year in %s',
    (time_zone) => {
      const days: string[] = [];
      let now = Date.parse('2026-11-18T00:00:00Z');
      for (let week = 0; week < 53; week += 1) {
        now = nextWeekly({ weekday: 1, time_zone }, now);
        expect(isWeeklyTime({ weekday: 1, time_zone }, now)).toBe(true);
        expect(isWeeklyTime({ weekday: 1, time_zone }, now - 1)).toBe(false);
        days.push(dayIn(time_zone, now));
      }
      const gaps = days
        .slice(1)
        .map((day, at) => (Date.parse(day) - Date.parse(days[at] ?? '')) / 86_400_000);
      expect(new Set(gaps)).toEqual(new Set([7]));
    },
  );
});

test('it is worth sending until the day ends there', () => {
  const left = (zone: string, now: string) => minutesLeftOfDay(zone, Date.parse(now));
  expect(left('UTC', '2026-11-18T07:00:00Z')).toBe(17 * 60);
  expect(left('Pacific/Kiritimati', '2026-11-18T17:00:00Z')).toBe(17 * 60);
  expect(left('Pacific/Honolulu', '2026-11-19T09:59:59Z')).toBe(1);
  // A day of 25 hours.
  expect(left('Europe/Berlin', '2027-10-30T22:00:00Z')).toBe(25 * 60);
});

test('a time zone is known by its name', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'Etc/GMT+12'])
    expect(isTimeZone(name)).toBe(true);
  for (const name of ['', 'Europe/Atlantis', 'Berlin time', "x'; drop table users"])
    expect(isTimeZone(name)).toBe(false);
});
