import { describe, expect, it } from 'vitest';
import { linePath, monthLabel, namedMonths, nearestIndex, niceTicks, placePoints } from './trend.ts';

describe('monthLabel', () => {
  it('is the short month and the year, wherever the browser is', () => {
    expect(monthLabel('2026-01')).toBe('Jan 2026');
    expect(monthLabel('2025-09')).toBe('Sep 2025');
    expect(monthLabel('2024-12', 'long')).toBe('December 2024');
  });
});

describe('niceTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [143, [0, 50, 100, 150]],
    [28_000, [0, 10_000, 20_000, 30_000]],
  ])('for %i', (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  it('starts at zero, covers the largest, and never crowds', () => {
    for (let max = 0; max < 5000; max += 1) {
      const ticks = niceTicks(max);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});

describe('namedMonths', () => {
  it('names all that fit and always the newest', () => {
    expect(namedMonths(0, 5)).toEqual([]);
    expect(namedMonths(1, 5)).toEqual([0]);
    expect(namedMonths(5, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(namedMonths(13, 5)).toEqual([0, 3, 6, 9, 12]);
    expect(namedMonths(60, 6)).toEqual([11, 23, 35, 47, 59]);
    expect(namedMonths(60, 0)).toEqual([59]);
    expect(namedMonths(500, 1)).toEqual([499]);
  });
});

describe('the points', () => {
  const box = { left: 40, right: 140, top: 10, bottom: 110 };

  it('reach from the first to the last month and from zero to the top', () => {
    expect(placePoints([0, 5, 10], 10, box)).toEqual([
      { x: 40, y: 110 },
      { x: 90, y: 60 },
      { x: 140, y: 10 },
    ]);
  });

  it('are in the middle when there is one', () => {
    expect(placePoints([4], 4, box)).toEqual([{ x: 90, y: 10 }]);
  });

  it('are joined by straight lines', () => {
    expect(linePath([])).toBe('');
    expect(linePath(placePoints([0, 1, 0], 3, box))).toBe('M40 110L90 76.7L140 110');
  });

  it('are found again from a place near them', () => {
    expect([-50, 40, 64, 66, 500].map((x) => nearestIndex(x, 3, box))).toEqual([0, 0, 0, 1, 2]);
    expect(nearestIndex(90, 1, box)).toBe(0);
  });
});
