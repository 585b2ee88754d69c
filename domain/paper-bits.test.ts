import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { completionKey } from './completion-key.ts';
import { paperBit, progressOfBits } from './paper-bits.ts';
import { PAPERS, SITS, TIMEZONES, WHICH_PAPERS } from './papers.ts';
import { progressOfMany } from './progress.ts';
import { SUBJECTS } from './subjects.ts';
import { FIRST_YEAR, SESSIONS, years } from './years.ts';

const ALL = SESSIONS.flatMap((session) =>
  PAPERS.flatMap((paper) => [null, ...TIMEZONES].map((timezone) => ({ session, paper, timezone }))),
);

test('every paper of a year has a bit of its own', () => {
  expect(ALL.map(paperBit).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n));
});

test('counts as the records themselves, whatever is done and however a student counts', () => {
  const done = fc.array(fc.record({ year: fc.constantFrom(...years()), paper: fc.constantFrom(...ALL) }), {
    maxLength: 60,
  });
  const overrides = fc.dictionary(fc.constantFrom(...PAPERS), fc.boolean());
  fc.assert(
    fc.property(
      done,
      fc.constantFrom(...SUBJECTS.map(({ id }) => id)),
      fc.option(overrides, { nil: undefined }),
      fc.constantFrom(...SITS),
      fc.constantFrom(...WHICH_PAPERS),
      fc.tuple(fc.constantFrom(...years()), fc.constantFrom(...years())),
      (papers, subjectId, chosen, sits, which, ends) => {
        const range = { startYear: Math.min(...ends), endYear: Math.max(...ends) };
        const keys = new Set(papers.map(({ year, paper }) => completionKey({ subjectId, year, ...paper })));
        // Behind those of another subject, and as many as there have to be.
        const all = Array.from({ length: 3 + years().length }, () => -1);
        const length = Math.max(0, ...papers.map(({ year }) => year - FIRST_YEAR + 1));
        all.fill(0, 3, 3 + length);
        for (const { year, paper } of papers) all[3 + year - FIRST_YEAR]! |= 1 << paperBit(paper);
        const question = { subjectId, sits, overrides: chosen && { [subjectId]: chosen } };
        const shared = { range, which };
        const { completed, total } = progressOfMany(shared)({ ...question, isDone: (key) => keys.has(key) });
        const count = progressOfBits(shared)(question);
        expect(count(Int32Array.from(all), 3, length)).toEqual({ completed, total });
      },
    ),
    { numRuns: 500 },
  );
});
