import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageScore, isScore, parseScore } from './scores.ts';

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
