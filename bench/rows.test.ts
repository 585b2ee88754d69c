import { describe, expect, test } from 'vitest';
import { line, rowsTable } from './rows.ts';

describe('a line', () => {
  test('judges the median of the rounds', () => {
    const judge = (values: number[]) => line('a tick', { values, unit: 'ms', budget: { atMost: 8 } });
    expect(judge([7, 8, 100])).toEqual({
      what: 'a tick',
      budget: 'at most 8 ms',
      measured: '8 ms',
      spread: '7 to 100 ms',
      bare: '',
      ratio: '',
      pass: true,
    });
    expect(judge([1, 8.5, 9])).toMatchObject({ measured: '8.50 ms', pass: false });
  });

  test('compares with the bare equivalent round by round', () => {
    // A machine that is slow for a round is slow for both.
    const row = line('ticks', {
      values: [150, 30, 160],
      bare: [100, 10, 40],
      unit: 'a second',
      budget: { atLeast: 1.5, of: 'ratio' },
    });
    expect(row).toMatchObject({ budget: 'at least 1.5x', bare: '40 a second', ratio: '3.00x', pass: true });
    const slower = line('ticks', {
      values: [140],
      bare: [100],
      unit: '',
      budget: { atLeast: 1.5, of: 'ratio' },
    });
    expect(slower.pass).toBe(false);
  });

  test('says how many times faster something is', () => {
    const row = (ms: number) =>
      line('sums', { values: [ms], bare: [1000], unit: 'ms', budget: { atLeast: 50, of: 'speed' } });
    expect(row(5)).toMatchObject({ budget: 'at least 50x faster', ratio: '200x faster', pass: true });
    expect(row(21).pass).toBe(false);
  });

  test('says how much is added', () => {
    const row = (ms: number) =>
      line('a tick', { values: [ms], bare: [40], unit: 'ms', budget: { atMost: 16, of: 'added' } });
    expect(row(56)).toMatchObject({ budget: 'at most 16 ms more', ratio: '16.0 ms more', pass: true });
    expect(row(57).pass).toBe(false);
  });

  test('without a figure misses its budget, and without a budget says nothing', () => {
    expect(line('nothing', { values: [], unit: 'ms', budget: { atMost: 8 } }).pass).toBe(false);
    expect(line('anything', { values: [3], unit: 'ms' })).toMatchObject({ budget: '', pass: undefined });
  });
});

test('the table leaves out what nobody fills, and shouts at what is missed', () => {
  const rows = [
    line('small', { values: [70], unit: 'KB', budget: { atMost: 80 } }),
    line('large', { values: [90], unit: 'KB', budget: { atMost: 80 } }),
  ];
  expect(rowsTable(rows)).toBe(
    [
      '| What  | Budget        | Measured | Met  |',
      '| ----- | ------------- | -------- | ---- |',
      '| small | at most 80 KB | 70 KB    | yes  |',
      '| large | at most 80 KB | 90 KB    | MISS |',
    ].join('\n'),
  );
});
