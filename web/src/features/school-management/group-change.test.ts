import { expect, test } from 'vitest';
import { groupChange } from './group-change.ts';

const GROUPS = [
  { id: 1, name: '11B', members: [10, 11, 12] },
  { id: 2, name: '12B', members: [12] },
];
const change = (ids: number[], wanted: [number, boolean][]) => {
  const { add, remove, changing } = groupChange(GROUPS, ids, new Map(wanted));
  return { add, remove, changing: [...changing] };
};

test('nothing pressed changes nothing', () => {
  expect(change([10, 11], [])).toEqual({ add: [], remove: [], changing: [] });
});

test('students move from one group to another, and only those who were not there change', () => {
  const wanted: [number, boolean][] = [
    [1, false],
    [2, true],
  ];
  expect(change([11, 12, 13], wanted)).toEqual({ add: [2], remove: [1], changing: [11, 12, 13] });
  expect(change([12, 13], [[2, true]])).toEqual({ add: [2], remove: [], changing: [13] });
});

test('a group that they are in already is not asked for', () => {
  expect(change([10, 11], [[1, true]])).toEqual({ add: [], remove: [], changing: [] });
  expect(change([10], [[2, false]])).toEqual({ add: [], remove: [], changing: [] });
});
