import { beforeEach, expect, it } from 'vitest';
import { writeStored } from '../../storage.ts';
import { readCachedSubjects, writeCachedSubjects } from './subjects-cache.ts';

const HOUR = 3_600_000;
beforeEach(() => writeStored('teacherSubjects', undefined));

it('is fresh for less than an hour', () => {
  expect(readCachedSubjects(7, HOUR)).toBeUndefined();
  writeCachedSubjects(7, ['math_aa_hl'], HOUR);
  expect(readCachedSubjects(7, HOUR)).toEqual(['math_aa_hl']);
  expect(readCachedSubjects(7, 2 * HOUR - 1)).toEqual(['math_aa_hl']);
  expect(readCachedSubjects(7, 2 * HOUR)).toBeUndefined();
  // A clock that was set back.
  expect(readCachedSubjects(7, HOUR - 1)).toBeUndefined();
});

it('is its owner’s alone', () => {
  writeCachedSubjects(7, ['math_aa_hl'], HOUR);
  expect(readCachedSubjects(8, HOUR)).toBeUndefined();
});

it.each(['', 'nonsense', '[]', '{"userId":7}', '{"userId":7,"timestamp":1,"subjects":[1]}'])(
  'ignores what it did not write: %j',
  (text) => {
    writeStored('teacherSubjects', text);
    expect(readCachedSubjects(7, 2)).toBeUndefined();
  },
);
