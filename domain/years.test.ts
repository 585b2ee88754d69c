import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_YEAR_RANGE,
  FIRST_YEAR,
  FULL_YEAR_RANGE,
  isHeld,
  LAST_YEAR,
  sittingsInRange,
  withEndYear,
  withStartYear,
  YEARS,
} from './years.ts';

test('years run from 2014 to 2024, by default shown from 2017', () => {
  expect([FIRST_YEAR, LAST_YEAR, YEARS.length]).toEqual([2014, 2024, 11]);
  expect(YEARS).toEqual(Array.from({ length: 11 }, (_, index) => FIRST_YEAR + index));
  expect(DEFAULT_YEAR_RANGE).toEqual({ startYear: 2017, endYear: 2024 });
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
          expect(changed.endYear).toBeLessThanOrEqual(LAST_YEAR);
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
    expect(sittingsInRange(DEFAULT_YEAR_RANGE)).toHaveLength(15);
    expect(sittingsInRange(FULL_YEAR_RANGE)).toHaveLength(21);
    expect(sittingsInRange({ startYear: 1900, endYear: 2100 })).toHaveLength(21);
  });

  test('is empty for a reversed range', () => {
    expect(sittingsInRange({ startYear: 2020, endYear: 2019 })).toEqual([]);
  });
});
