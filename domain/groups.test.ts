import { expect, it } from 'vitest';
import { groupNamesIn, groupsProblem, isSameGroupName } from './groups.ts';

it('knows a group by its name, whatever the case', () => {
  expect(isSameGroupName(' 12b PHYSICS', '12B Physics ')).toBe(true);
  expect(isSameGroupName('12B', '12C')).toBe(false);
});

it('reads the groups of a cell, each once', () => {
  expect(groupNamesIn(' 12B ;12 Physics; 12b;;')).toEqual(['12B', '12 Physics']);
  expect(groupNamesIn('  ')).toEqual([]);
});

it('refuses names that are too long, and too many', () => {
  expect(groupsProblem('')).toBeUndefined();
  expect(groupsProblem(`12B;${'x'.repeat(60)}`)).toBeUndefined();
  expect(groupsProblem(`12B;${'x'.repeat(61)}`)).toMatch(/at most 60/);
  expect(groupsProblem(Array.from({ length: 21 }, (_, n) => `g${n}`).join(';'))).toMatch(/At most 20/);
});
