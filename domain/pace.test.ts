import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoDay } from './days.ts';
import {
  goalWords,
  isMonday,
  isSessionOpen,
  NO_PACE,
  paceWords,
  parseExamSession,
  ratePerWeek,
  recentWeeks,
  sessionsAhead,
  weeksAhead,
  weeksLeft,
} from './pace.ts';

/** A Saturday. */
const NOW = new Date(2026, 10, 14, 15, 30);
const MAY = { ...NO_PACE, session: 'May 2027' };
/** At noon, so many days before. */
const at = (daysAgo: number) => new Date(2026, 10, 14 - daysAgo, 12).getTime();

describe('the exam session', () => {
  test('is a month with exams and a year', () => {
    expect(parseExamSession('May 2027')).toEqual({ session: 'May', year: 2027 });
    expect(parseExamSession('November 2014')).toEqual({ session: 'November', year: 2014 });
  });

  test.each([
    '',
    'May',
    'June 2027',
    'may 2027',
    'May 27',
    'May 2013',
    'May 2100',
    'May  2027',
    'May 2027 ',
    ' May 2027',
    'May 2e3',
    '2027-May',
  ])('is not %j', (text) => {
    expect(parseExamSession(text)).toBeUndefined();
  });

  test('is one of the next five', () => {
    const next = ['May 2027', 'November 2027', 'May 2028', 'November 2028'];
    expect(sessionsAhead(NOW)).toEqual(['November 2026', ...next]);
    expect(sessionsAhead(new Date(2026, 11, 1))).toEqual([...next, 'May 2029']);
  });

  test('is open until its month is over', () => {
    expect(isSessionOpen('May 2027', new Date(2027, 4, 31, 23))).toBe(true);
    expect(isSessionOpen('May 2027', new Date(2027, 5, 1))).toBe(false);
    expect(isSessionOpen('November 2026', new Date(2026, 11, 1))).toBe(false);
    expect(isSessionOpen('nonsense', NOW)).toBe(false);
    expect(isSessionOpen(null, NOW)).toBe(false);
  });
});

describe('the weeks until the exams', () => {
  test.each([
    ['May 2027', NOW, 24],
    ['May 2027', new Date(2026, 10, 15), 24],
    ['May 2027', new Date(2026, 10, 16), 23],
    ['May 2027', new Date(2027, 3, 25), 1],
    ['May 2027', new Date(2027, 3, 26), 0],
    ['November 2027', new Date(2027, 9, 17), 1],
    ['November 2027', new Date(2027, 9, 18), 0],
    [null, NOW, 0],
  ])('%s on %s: %i', (session, now, weeks) => {
    expect(weeksLeft({ ...NO_PACE, session }, now)).toBe(weeks);
  });

  test('are fewer by those that are off, and by no others', () => {
    const weeks_off = ['2026-11-02', '2026-12-21', '2026-12-28', '2027-05-03'];
    expect(weeksLeft({ ...MAY, weeks_off }, NOW)).toBe(22);
    expect(weeksLeft({ ...MAY, weeks_off: weeksAhead('May 2027', NOW) }, NOW)).toBe(0);
  });

  test('begin with this one, on Mondays', () => {
    const weeks = weeksAhead('May 2027', NOW);
    expect(weeks).toHaveLength(24);
    expect([weeks[0], weeks.at(-1)]).toEqual(['2026-11-09', '2027-04-19']);
    expect(weeks.every(isMonday)).toBe(true);
    expect(weeksAhead(null, NOW)).toHaveLength(26);
    expect(weeksAhead('November 2026', NOW)).toHaveLength(26);
  });

  test.each(['2026-11-17', '2026-02-30', '2026-11-1', 'Monday', ''])('%j is no Monday', (text) => {
    expect(isMonday(text)).toBe(false);
  });

  test('are one fewer a week later, whatever the day', () => {
    const day = fc.integer({ min: 0, max: 150 });
    fc.assert(
      fc.property(day, (days) => {
        const [now, later] = [new Date(2026, 10, 14 + days), new Date(2026, 10, 21 + days)];
        expect(weeksLeft(MAY, later)).toBe(weeksLeft(MAY, now) - 1);
        expect(isMonday(weeksAhead('May 2027', now)[0] ?? '')).toBe(true);
      }),
    );
  });
});

describe('what a student does', () => {
  const rate = (days: number[], weeksOff: string[] = []) => {
    const times = days.map(at);
    return ratePerWeek(times, recentWeeks(times, weeksOff, NOW));
  };

  test.each([
    ['is not known without a paper', [], undefined],
    ['is not known in the first week', [0, 1, 5], undefined],
    ['is the mean of the weeks that are over', [6, 6, 7, 14, 14], 2.5],
    ['does not count this week', [0, 0, 0, 7], 1],
    ['counts weeks without a paper', [7, 28], 0.5],
    ['counts the last eight weeks', [...Array.from({ length: 20 }, () => 80), 7, 8, 9, 14], 0.5],
    ['has one decimal', [7, 14, 14, 21], 1.3],
  ])('%s', (_, days, expected) => {
    expect(rate(days)).toBe(expected);
  });

  test('leaves weeks off out', () => {
    expect(rate([7, 28], ['2026-10-19', '2026-10-26'])).toBe(1);
    // Also what was done in them.
    expect(rate([7, 14, 14, 14], ['2026-10-26'])).toBe(1);
  });

  test('looks at as many working weeks, however many were off', () => {
    const off = Array.from({ length: 4 }, (_, week) => isoDay(new Date(2026, 9, 5 + week * 7)));
    const times = [at(200)];
    expect(recentWeeks(times, off, NOW)).toHaveLength(8);
    expect(recentWeeks(times, off, NOW).map((week) => isoDay(new Date(week)))).not.toContain('2026-10-05');
  });

  test('in a subject is measured in the same weeks', () => {
    const weeks = recentWeeks([at(28)], [], NOW);
    expect(ratePerWeek([at(7)], weeks)).toBe(0.3);
    expect(ratePerWeek([], weeks)).toBe(0);
  });
});

describe('the words', () => {
  test.each([
    [{ left: 23, weeks: 24, rate: 1.8 }, '23 papers left, 24 weeks: about 1 a week; you do 1.8'],
    [{ left: 70, weeks: 24, rate: 1.8 }, 'About 3 a week would finish them; you do 1.8'],
    [{ left: 23, weeks: 0, rate: 1.8 }, '23 papers left'],
    [{ left: 1, weeks: 0, rate: undefined }, '1 paper left'],
    [{ left: 0, weeks: 24, rate: 1.8 }, 'Every paper is done.'],
    [{ left: 0, weeks: 0, rate: 1.8 }, 'Every paper is done.'],
    [{ left: 1, weeks: 1, rate: undefined }, '1 paper left, 1 week: about 1 a week'],
    // A tenth is not worth another half.
    [{ left: 25, weeks: 24, rate: 1 }, '25 papers left, 24 weeks: about 1 a week; you do 1'],
    [{ left: 28, weeks: 24, rate: undefined }, '28 papers left, 24 weeks: about 1.5 a week'],
    [{ left: 5, weeks: 24, rate: undefined }, '5 papers left, 24 weeks: about 1 every 4 weeks'],
    [{ left: 5, weeks: 24, rate: 0.2 }, 'About 1 every 4 weeks would finish them; you do 0.2'],
    [{ left: 14, weeks: 24, rate: 0.5 }, '14 papers left, 24 weeks: about 1 every 2 weeks; you do 0.5'],
    [{ left: 257, weeks: 24, rate: undefined }, '257 papers left, 24 weeks: about 11 a week'],
    // Nobody is told that they do nothing.
    [{ left: 23, weeks: 24, rate: 0 }, '23 papers left, 24 weeks: about 1 a week'],
  ])('%j', (plan, words) => {
    expect(paceWords(plan)).toBe(words);
  });

  test('name a number that finishes them, but for a tenth', () => {
    const some = fc.integer({ min: 1, max: 600 });
    const weeks = fc.integer({ min: 1, max: 110 });
    fc.assert(
      fc.property(some, weeks, (left, among) => {
        const words = paceWords({ left, weeks: among, rate: undefined });
        const [, papers = '', every = '1'] = /about ([\d.]+) (?:a week|every (\d+) weeks)$/.exec(words) ?? [];
        const rate = Number(papers) / Number(every);
        expect(rate).toBeGreaterThanOrEqual(left / among - 0.1001);
        expect(rate).toBeLessThan(left / among + 1);
      }),
    );
  });

  test('never say that somebody is behind who does as much as is named', () => {
    const some = fc.integer({ min: 1, max: 600 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 110 }), some, (left, weeks, tenths) => {
        const words = paceWords({ left, weeks, rate: tenths / 10 });
        expect(words.startsWith('About')).toBe(words.includes('would finish'));
        if (tenths / 10 > left / weeks + 1) expect(words).not.toContain('would finish');
      }),
    );
  });
});

test('the goal of a week is said without a reproach', () => {
  expect(goalWords(0, 3)).toBe('This week: 0 of 3');
  expect(goalWords(3, 3)).toBe('This week: 3, goal reached');
  expect(goalWords(5, 3)).toBe('This week: 5, goal reached');
});
