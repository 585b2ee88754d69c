import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openYears, USUAL_LAST_YEAR } from './last-year.ts';
import {
  defaultYearRange,
  FIRST_YEAR,
  fullYearRange,
  isHeld,
  sittingsInRange,
  withEndYear,
  withStartYear,
  years,
} from './years.ts';

test('years run from 2014 to 2024, by default shown from 2017', () => {
  expect([FIRST_YEAR, USUAL_LAST_YEAR, years().length]).toEqual([2014, 2024, 11]);
  expect(years()).toEqual(Array.from({ length: 11 }, (_, index) => FIRST_YEAR + index));
  expect(defaultYearRange()).toEqual({ startYear: 2017, endYear: 2024 });
});

test('later years are there once they are open, and gone when they are closed', () => {
  onTestFinished(() => openYears(USUAL_LAST_YEAR));
  openYears(2026);
  expect(years().slice(-2)).toEqual([2025, 2026]);
  expect(defaultYearRange()).toEqual({ startYear: 2017, endYear: 2026 });
  expect(sittingsInRange(fullYearRange())[0]).toEqual({ year: 2026, session: 'May' });
  expect([isHeld(2026, 'November'), isHeld(2027, 'May')]).toEqual([true, false]);
  expect(withEndYear(fullYearRange(), 2030).endYear).toBe(2026);
  openYears(2024);
  expect(isHeld(2025, 'May')).toBe(false);
});

describe('isHeld', () => {
  test.each([
    [2020, 'May', false],
    [2020, 'November', true],
    [2019, 'May', true],
    [2014, 'May', true],
    [2024, 'November', true],
    [2013, 'November', false],
    [2025, 'May', false],
    [2019.5, 'May', false],
    [Number.NaN, 'May', false],
  ] as const)('%d %s: %s', (year, session, held) => {
    expect(isHeld(year, session)).toBe(held);
  });
});

describe('changing one end of a range', () => {
  const range = { startYear: 2017, endYear: 2020 };

  test('leaves the other end where it can', () => {
    expect(withStartYear(range, 2015)).toEqual({ startYear: 2015, endYear: 2020 });
    expect(withEndYear(range, 2024)).toEqual({ startYear: 2017, endYear: 2024 });
  });

  test('moves the other end where it must', () => {
    expect(withStartYear(range, 2022)).toEqual({ startYear: 2022, endYear: 2022 });
    expect(withEndYear(range, 2015)).toEqual({ startYear: 2015, endYear: 2015 });
  });

  test('always gives an ordered range inside the known years', () => {
    const year = fc.integer({ min: 1990, max: 2050 });
    fc.assert(
      fc.property(year, year, year, (startYear, endYear, chosen) => {
        for (const change of [withStartYear, withEndYear]) {
          const changed = change({ startYear, endYear }, chosen);
          expect(changed.startYear).toBeGreaterThanOrEqual(FIRST_YEAR);
          expect(changed.startYear).toBeLessThanOrEqual(changed.endYear);
          expect(changed.endYear).toBeLessThanOrEqual(USUAL_LAST_YEAR);
        }
      }),
    );
  });
});

describe('sittingsInRange', () => {
  test('lists the newest year first, May before November, without May 2020', () => {
    expect(sittingsInRange({ startYear: 2019, endYear: 2021 })).toEqual([
      { year: 2021, session: 'May' },
      { year: 2021, session: 'November' },
      { year: 2020, session: 'November' },
      { year: 2019, session: 'May' },
      { year: 2019, session: 'November' },
    ]);
  });

  test('counts 15 held sittings by default and 21 in all', () => {
    expect(sittingsInRange(defaultYearRange())).toHaveLength(15);
    expect(sittingsInRange(fullYearRange())).toHaveLength(21);
    expect(sittingsInRange({ startYear: 1900, endYear: 2100 })).toHaveLength(21);
  });

  test('is empty for a reversed range', () => {
    expect(sittingsInRange({ startYear: 2020, endYear: 2019 })).toEqual([]);
  });
});
