import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionKey, isExistingPaper, type PaperId, parseCompletionKey } from './completion-key.ts';
import { PAPERS, papersOfSubject, TIMEZONES } from './papers.ts';
import { EXTRA_SUBJECTS, SUBJECTS } from './subjects.ts';
import { fullYearRange, SESSIONS, sittingsInRange } from './years.ts';

const maths: PaperId = {
  subjectId: 'math_aa_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};

const subjectIds = [...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id);

const existingPaper: fc.Arbitrary<PaperId> = fc.constantFrom(...subjectIds).chain((subjectId) =>
  fc.constantFrom(...sittingsInRange(fullYearRange())).chain(({ year, session }) =>
    fc.record({
      subjectId: fc.constant(subjectId),
      year: fc.constant(year),
      session: fc.constant(session),
      paper: fc.constantFrom(...papersOfSubject(subjectId)),
      timezone: fc.constantFrom(null, ...TIMEZONES),
    }),
  ),
);

// Strings that are nearly keys reach much further into the parser than arbitrary ones.
const nearlyKey = fc
  .tuple(
    fc.constantFrom(...subjectIds, 'klingon_b_sl', '__proto__', 'MATH_AA_HL', ''),
    fc.oneof(
      fc.integer({ min: 2010, max: 2028 }).map(String),
      fc.constantFrom('02023', '2023.0', ' 2023', ''),
    ),
    fc.constantFrom(...SESSIONS, 'may', ''),
    fc.constantFrom(...PAPERS, 'paper4', 'Essay'),
    fc.constantFrom('', '-TZ1', '-TZ2', '-TZ3', '-tz1', '-', '-TZ1-', '-null'),
  )
  .map(([subject, year, session, paper, rest]) => `${subject}-${year}-${session}-${paper}${rest}`);

test('a key joins the parts with dashes', () => {
  expect(completionKey(maths)).toBe('math_aa_hl-2023-May-paper1-TZ1');
  expect(completionKey({ ...maths, timezone: null })).toBe('math_aa_hl-2023-May-paper1');
});

test('every existing paper round-trips', () => {
  fc.assert(
    fc.property(existingPaper, (paperId) => {
      expect(isExistingPaper(paperId)).toBe(true);
      expect(parseCompletionKey(completionKey(paperId))).toEqual(paperId);
    }),
  );
});

test('every key that parses is the only spelling of an existing paper', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: nearlyKey }, fc.string({ unit: 'binary' })), (text) => {
      const paperId = parseCompletionKey(text);
      if (!paperId) return;
      read += 1;
      expect(isExistingPaper(paperId)).toBe(true);
      expect(completionKey(paperId)).toBe(text);
    }),
    { numRuns: 2000 },
  );
  expect(read).toBeGreaterThan(0);
});

describe('parseCompletionKey refuses', () => {
  test.each([
    ['an unknown subject', 'klingon_b_sl-2023-May-paper1'],
    ['a course without its level', 'math_aa-2023-May-paper1'],
    ['a year before the first', 'math_aa_hl-2013-May-paper1-TZ1'],
    ['a year after the last', 'math_aa_hl-2025-May-paper1-TZ1'],
    ['May 2020', 'math_aa_hl-2020-May-paper1-TZ1'],
    ['a paper the subject lacks', 'math_aa_sl-2023-May-paper3-TZ1'],
    ['an essay at SL', 'english_a_lit_sl-2023-May-essay'],
    ['a third timezone', 'math_aa_hl-2023-May-paper1-TZ3'],
    ['an empty timezone', 'math_aa_hl-2023-May-paper1-'],
    ['the word null', 'math_aa_hl-2023-May-paper1-null'],
    ['leading zeros', 'math_aa_hl-02023-May-paper1-TZ1'],
    ['another way to write the year', 'math_aa_hl-2023.0-May-paper1-TZ1'],
    ['a hexadecimal year', 'math_aa_hl-0x7e7-May-paper1-TZ1'],
    ['a subject in the wrong case', 'Math_AA_HL-2023-May-paper1-TZ1'],
    ['a session in the wrong case', 'math_aa_hl-2023-may-paper1-TZ1'],
    ['a timezone in the wrong case', 'math_aa_hl-2023-May-paper1-tz1'],
    ['a sixth part', 'math_aa_hl-2023-May-paper1-TZ1-TZ2'],
    ['a missing part', 'math_aa_hl-2023-May'],
    ['white space', ' math_aa_hl-2023-May-paper1-TZ1'],
    ['nothing', ''],
  ])('%s', (_, key) => {
    expect(parseCompletionKey(key)).toBeUndefined();
  });
});

test('plain and variant records exist side by side, whatever the default', () => {
  for (const zone of [null, ...TIMEZONES]) {
    expect(isExistingPaper({ ...maths, timezone: zone })).toBe(true);
    expect(isExistingPaper({ ...maths, subjectId: 'theatre_sl', timezone: zone })).toBe(true);
  }
  expect(isExistingPaper({ ...maths, year: 2020 })).toBe(false);
  expect(isExistingPaper({ ...maths, paper: 'essay' })).toBe(false);
});
