import { expect, it } from 'vitest';
import { parseCompletionKey } from './completion-key.ts';
import { dueOnProblem, keysThatCount } from './set-work.ts';

const countFor = (key: string) => {
  const paper = parseCompletionKey(key);
  return paper && keysThatCount(paper);
};

it('takes a record without a variant for any, and any for a paper that was set without', () => {
  const key = 'physics_hl-2023-May-paper2';
  expect(countFor(`${key}-TZ1`)).toEqual([`${key}-TZ1`, key]);
  expect(countFor(key)).toEqual([key, `${key}-TZ1`, `${key}-TZ2`]);
});

it('is due from today, wherever that is, to two years ahead', () => {
  // On Baker Island it is still the 17th.
  const now = Date.parse('2026-11-18T11:59:00Z');
  expect(dueOnProblem('2026-11-16', now)).toBe('The due date is in the past.');
  expect(dueOnProblem('2026-11-17', now)).toBeUndefined();
  expect(dueOnProblem('2028-11-18', now)).toBeUndefined();
  expect(dueOnProblem('2028-11-19', now)).toBe('The due date is more than two years away.');
});
