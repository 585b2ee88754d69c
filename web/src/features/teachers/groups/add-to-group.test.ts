import { expect, it } from 'vitest';
import { hasAll, toggled } from './add-to-group.ts';

const group = { id: 1, name: '12B', is_school: false, students: [1, 2, 3] };

it('knows whether all are in the group', () => {
  expect(hasAll(group, [1, 3])).toBe(true);
  expect(hasAll(group, [1, 4])).toBe(false);
  expect(hasAll(group, [])).toBe(false);
});

it('adds each once, and takes out', () => {
  expect(toggled(group, [3, 4], false)).toEqual([1, 2, 3, 4]);
  expect(toggled(group, [1, 3], true)).toEqual([2]);
});
