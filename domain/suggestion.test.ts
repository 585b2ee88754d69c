import { expect, test } from 'vitest';
import { completionKey } from './completion-key.ts';
import type { CountedQuestion } from './progress.ts';
import { suggestNext } from './suggestion.ts';

const suggest = (done: string[], settings: Partial<CountedQuestion> = {}) => {
  const next = suggestNext({
    subjectId: 'theatre_sl',
    range: { startYear: 2022, endYear: 2024 },
    ...settings,
    isCompleted: (paper) => done.includes(completionKey(paper)),
  });
  return next && completionKey(next);
};

const VARIANTS = { theatre_sl: { paper1: true } };
const ALL = ['2024-November', '2024-May', '2023-November', '2023-May', '2022-November', '2022-May'].map(
  (sitting) => `theatre_sl-${sitting}-paper1`,
);

test('nothing done: the most recent sitting, which is November', () => {
  expect(suggest([])).toBe('theatre_sl-2024-November-paper1');
});

test('the most recent that has not been done', () => {
  expect(suggest([...ALL.slice(0, 2), ...ALL.slice(3)])).toBe('theatre_sl-2023-November-paper1');
});

test('all done: nothing', () => {
  expect(suggest(ALL)).toBeUndefined();
});

test('variants are papers of their own where they are on', () => {
  expect(suggest(['theatre_sl-2024-November-paper1-TZ1'], { overrides: VARIANTS })).toBe(
    'theatre_sl-2024-November-paper1-TZ2',
  );
});

test('only the variant that the student sits', () => {
  const sitsFirst = { overrides: VARIANTS, sits: 'TZ1' } as const;
  expect(suggest(['theatre_sl-2024-November-paper1-TZ1'], sitsFirst)).toBe('theatre_sl-2024-May-paper1-TZ1');
});
