import { expect, test } from 'vitest';
import { attemptsWords } from './attempts-words.ts';

const attempt = (done_on: string, score: number | null, id = 1) => ({ id, done_on, score });

test('attempts are told newest first, with the best of several', () => {
  expect(attemptsWords([attempt('2026-10-03', 55), attempt('2026-09-02', 61)], 2026)).toBe(
    '3 Oct 55%, 2 Sept 61% best',
  );
  expect(attemptsWords([attempt('2026-10-03', 61), attempt('2025-09-02', 61)], 2026)).toBe(
    '3 Oct 61% best, 2 Sept 2025 61%',
  );
});

test('one alone is not the best of anything, nor is one without a score', () => {
  expect(attemptsWords([attempt('2026-10-03', 55)], 2026)).toBe('3 Oct 55%');
  expect(attemptsWords([attempt('2026-10-03', null), attempt('2026-09-02', null)], 2026)).toBe(
    '3 Oct no score, 2 Sept no score',
  );
  expect(attemptsWords([attempt('2026-10-03', null), attempt('2026-09-02', 0)], 2026)).toBe(
    '3 Oct no score, 2 Sept 0% best',
  );
});
