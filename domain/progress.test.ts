import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionKey, isExistingPaper } from './completion-key.ts';
import { PAPERS } from './papers.ts';
import { combinedStatus, percentageOf, progressOf } from './progress.ts';
import { EXTRA_SUBJECTS, SUBJECTS } from './subjects.ts';
import { DEFAULT_YEAR_RANGE, FULL_YEAR_RANGE, withEndYear, YEARS } from './years.ts';

const all = () => true;
const none = () => false;

test.each([
  [[false, false], 'Incomplete'],
  [[true, false], 'Partially Complete'],
  [[false, true], 'Partially Complete'],
  [[true, true], 'All Complete'],
  [[], 'Incomplete'],
] as const)('%j is %s', (done, status) => {
  expect(combinedStatus(done)).toBe(status);
});

test.each([
  [0, 0, 0],
  [0, 90, 0],
  [45, 90, 50],
  [1, 3, 33],
  [2, 3, 67],
  [1, 200, 1],
  [29, 200, 15],
  [90, 90, 100],
])('%d of %d is %d%%', (completed, total, percentage) => {
  expect(percentageOf(completed, total)).toBe(percentage);
});

describe('progressOf', () => {
  const maths = { subjectId: 'math_aa_hl', range: DEFAULT_YEAR_RANGE };

  test('math_aa_hl by default: 15 held sittings x 3 papers x 2 zones', () => {
    expect(progressOf({ ...maths, isCompleted: none })).toEqual({ completed: 0, total: 90, percentage: 0 });
    expect(progressOf({ ...maths, isCompleted: all })).toEqual({ completed: 90, total: 90, percentage: 100 });
  });

  test('a paper without variants counts once', () => {
    // 15 sittings x (2 papers x 2 zones + 1 paper).
    expect(progressOf({ ...maths, subjectId: 'history_hl', isCompleted: none }).total).toBe(75);
    const overrides = { math_aa_hl: { paper3: false } };
    expect(progressOf({ ...maths, overrides, isCompleted: none }).total).toBe(75);
  });

  test('counts only the records that the setting shows', () => {
    const range = { startYear: 2020, endYear: 2020 };
    const done = new Set(['math_aa_hl-2020-November-paper1', 'math_aa_hl-2020-November-paper1-TZ1']);
    const isCompleted = (paperId: Parameters<typeof completionKey>[0]) => done.has(completionKey(paperId));
    expect(progressOf({ ...maths, range, isCompleted })).toEqual({ completed: 1, total: 6, percentage: 17 });

    const overrides = { math_aa_hl: { paper1: false, paper2: false, paper3: false } };
    const plain = progressOf({ ...maths, range, overrides, isCompleted });
    expect(plain).toEqual({ completed: 1, total: 3, percentage: 33 });
  });

  test('counts the variant that the student sits, and of the other what is done', () => {
    const range = { startYear: 2020, endYear: 2020 };
    const done = new Set(['math_aa_hl-2020-November-paper1-TZ1', 'math_aa_hl-2020-November-paper2-TZ2']);
    const isCompleted = (paperId: Parameters<typeof completionKey>[0]) => done.has(completionKey(paperId));
    expect(progressOf({ ...maths, range, sits: 'TZ2', isCompleted: none }).total).toBe(3);
    expect(progressOf({ ...maths, range, sits: 'TZ2', isCompleted })).toEqual({
      completed: 2,
      total: 4,
      percentage: 50,
    });
  });

  test('an unknown subject has no papers', () => {
    const progress = progressOf({ ...maths, subjectId: 'klingon_b_sl', isCompleted: all });
    expect(progress).toEqual({ completed: 0, total: 0, percentage: 0 });
  });

  const year = fc.constantFrom(...YEARS);
  const range = fc
    .tuple(year, year)
    .map(([start, end]) => withEndYear({ startYear: start, endYear: end }, end));
  const subjectId = fc.constantFrom(...[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id));
  const choices = fc.dictionary(fc.constantFrom(...PAPERS), fc.boolean());

  test('never exceeds its total, and counts only existing papers', () => {
    fc.assert(
      fc.property(subjectId, range, choices, fc.func(fc.boolean()), (id, years, choice, isCompleted) => {
        const asked = new Set<string>();
        const { completed, total, percentage } = progressOf({
          subjectId: id,
          range: years,
          overrides: { [id]: choice },
          isCompleted: (paperId) => {
            expect(isExistingPaper(paperId)).toBe(true);
            asked.add(completionKey(paperId));
            return isCompleted(completionKey(paperId));
          },
        });
        expect(asked.size).toBe(total);
        expect(completed).toBeLessThanOrEqual(total);
        expect(percentage).toBeGreaterThanOrEqual(0);
        expect(percentage).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('reaches 100% in every subject, range and setting', () => {
    for (const { id } of [...SUBJECTS, ...EXTRA_SUBJECTS]) {
      expect(progressOf({ subjectId: id, range: FULL_YEAR_RANGE, isCompleted: all }).percentage).toBe(100);
    }
    fc.assert(
      fc.property(subjectId, range, choices, (id, years, choice) => {
        const question = { subjectId: id, range: years, overrides: { [id]: choice } };
        expect(progressOf({ ...question, isCompleted: all }).percentage).toBe(100);
      }),
    );
  });
});
