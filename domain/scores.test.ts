import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areMarksOf, averageScore, isScore, parseScore, scoreOfMarks } from './scores.ts';

test.each([
  ['', null],
  ['  \t', null],
  ['0', 0],
  ['-0', 0],
  ['00', 0],
  ['73', 73],
  [' 73 ', 73],
  ['73.9', 73],
  ['73%', 73],
  ['100', 100],
  ['101', 100],
  ['9'.repeat(400), 100],
  ['-5', 0],
  ['abc', 0],
  ['NaN', 0],
  ['Infinity', 0],
])('%o means %o', (text, score) => {
  expect(parseScore(text)).toBe(score);
});

test('a parsed score is null or a score, whatever was typed', () => {
  const numberLike = fc.oneof(fc.double().map(String), fc.integer().map(String), fc.bigInt().map(String));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), numberLike), (text) => {
      const score = parseScore(text);
      expect(score === null).toBe(text.trim() === '');
      if (score !== null) expect(isScore(score)).toBe(true);
    }),
  );
});

test('every score reads back as itself', () => {
  for (let score = 0; score <= 100; score += 1) expect(parseScore(String(score))).toBe(score);
});

test.each([-1, 101, 50.5, Number.NaN, Number.POSITIVE_INFINITY, '50', null, undefined, true, 50n, [50]])(
  '%o is not a score',
  (value) => {
    expect(isScore(value)).toBe(false);
  },
);

test('an average is in whole per cent, counts 0 as a score, and is null without scores', () => {
  expect(averageScore([70, 71, 71])).toBe(71);
  expect(averageScore([0, 25])).toBe(13);
  expect(averageScore([])).toBeNull();
});

describe('marks', () => {
  test.each([
    ['47/80', 59],
    ['0/80', 0],
    ['80/80', 100],
    ['1/3', 33],
    // 29 / 200 is 14.499999999999998 per cent in floating point.
    ['29/200', 15],
    ['81/80', undefined],
    ['0/0', undefined],
    ['-1/80', undefined],
    ['4.5/80', undefined],
    ['47', undefined],
    ['47/80/2', undefined],
    ['1000/2000', undefined],
    ['', undefined],
  ])('%s: %s', (marks, score) => {
    expect(scoreOfMarks(marks)).toBe(score);
  });

  test('belong to one score', () => {
    expect(areMarksOf('47/80', 59)).toBe(true);
    expect(areMarksOf('47/80', 58)).toBe(false);
    expect(areMarksOf('47/80', null)).toBe(false);
    expect(areMarksOf(null, null)).toBe(true);
    expect(areMarksOf(null, 59)).toBe(true);
  });
});
