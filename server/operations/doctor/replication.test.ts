import { expect, test } from 'vitest';
import { standbysNeeded } from './replication.ts';

test.each([
  ['', 0],
  ['standby', 1],
  ['"a b", c', 1],
  ['*', 1],
  ['2 (a, b, c)', 2],
  ['FIRST 2 (a, b, c)', 2],
  ['any 3 (*)', 3],
])('synchronous_standby_names = %j waits for %i', (names, needed) => {
  expect(standbysNeeded(names)).toBe(needed);
});
