import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completionKey, isExistingPaper, type PaperId } from './completion-key.ts';
import { type Counting, PAPERS, papersOfSitting, SITS, TIMEZONES, WHICH_PAPERS } from './papers.ts';
import { percentageOf } from './percentage.ts';
import { type CountedQuestion, combinedStatus, countedPapers, openZones, progressOf } from './progress.ts';
import { EXTRA_SUBJECTS, SUBJECTS } from './subjects.ts';
import { defaultYearRange, fullYearRange, sittingsInRange, withEndYear, years } from './years.ts';

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
  const maths = { subjectId: 'math_aa_hl', range: defaultYearRange() };

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

  const year = fc.constantFrom(...years());
  const range = fc
    .tuple(year, year)
    .map(([start, end]) => withEndYear({ startYear: start, endYear: end }, end));
  const subjectId = fc.constantFrom(...[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id));
  const choices = fc.dictionary(fc.constantFrom(...PAPERS), fc.boolean());

  test('never exceeds its total, and counts only existing papers', () => {
    fc.assert(
      fc.property(subjectId, range, choices, fc.func(fc.boolean()), (id, given, choice, isCompleted) => {
        const asked = new Set<string>();
        const { completed, total, percentage } = progressOf({
          subjectId: id,
          range: given,
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
      expect(progressOf({ subjectId: id, range: fullYearRange(), isCompleted: all }).percentage).toBe(100);
    }
    fc.assert(
      fc.property(subjectId, range, choices, (id, given, choice) => {
        const question = { subjectId: id, range: given, overrides: { [id]: choice } };
        expect(progressOf({ ...question, isCompleted: all }).percentage).toBe(100);
      }),
    );
  });
});

describe('only papers that were set', () => {
  const count = (subjectId: string, sits: 'TZ2' | 'both' = 'both') =>
    progressOf({ subjectId, range: defaultYearRange(), which: 'set', sits, isCompleted: none }).total;

  test.each([
    ['physics_hl', 63],
    ['math_aa_hl', 38],
    ['visual_arts_hl', 0],
  ])('%s has %d from 2017 to 2024', (subjectId, total) => {
    expect(count(subjectId)).toBe(total);
  });

  test('a student who sits TZ2 has 24 papers in Mathematics AA HL and can finish them all', () => {
    expect(count('math_aa_hl', 'TZ2')).toBe(24);
    const done = progressOf({
      subjectId: 'math_aa_hl',
      range: defaultYearRange(),
      which: 'set',
      sits: 'TZ2',
      isCompleted: ({ timezone }) => timezone !== 'TZ1',
    });
    expect(done).toEqual({ completed: 24, total: 24, percentage: 100 });
  });

  const range = { startYear: 2019, endYear: 2021 };
  const progress = (done: string[], settings: Partial<CountedQuestion> = {}) =>
    progressOf({
      subjectId: 'physics_hl',
      range,
      which: 'set',
      ...settings,
      isCompleted: (paper) => done.includes(completionKey(paper)),
    });

  test('a tick under a version that there was not counts as the paper, once', () => {
    const { total } = progress([]);
    const ticks = ['physics_hl-2019-November-paper1-TZ1', 'physics_hl-2019-November-paper1-TZ2'];
    expect(progress(ticks.slice(0, 1))).toMatchObject({ completed: 1, total });
    expect(progress(ticks)).toMatchObject({ completed: 1, total });
    // Without a version, where there were two: one of them.
    expect(progress(['physics_hl-2019-May-paper1'])).toMatchObject({ completed: 1, total });
    const every = ['', '-TZ1', '-TZ2'].map((zone) => `physics_hl-2019-May-paper1${zone}`);
    expect(progress(every)).toMatchObject({ completed: 2, total });
  });

  test('a paper that was not set counts neither as done nor in the total', () => {
    const { total } = progress([]);
    expect(progress(['physics_hl-2021-May-paper3', 'physics_hl-2021-May-paper3-TZ1'])).toMatchObject({
      completed: 0,
      total,
    });
  });

  const subject = fc.constantFrom(...[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id));
  const everyRecord = (subjectId: string) =>
    sittingsInRange(fullYearRange()).flatMap((sitting) =>
      PAPERS.flatMap((paper) =>
        [null, ...TIMEZONES].map((timezone) => ({ subjectId, ...sitting, paper, timezone })),
      ).filter(isExistingPaper),
    );
  const settings = (subjectId: string) =>
    fc.record({
      which: fc.constantFrom(...WHICH_PAPERS),
      sits: fc.constantFrom(...SITS),
      overrides: fc
        .dictionary(fc.constantFrom(...PAPERS), fc.boolean())
        .map((choices) => ({ [subjectId]: choices })),
    });
  const question = subject.chain((subjectId) =>
    fc.record({
      subjectId: fc.constant(subjectId),
      settings: settings(subjectId),
      done: fc
        .subarray(everyRecord(subjectId))
        .map((records) => new Set(records.map((record) => completionKey(record)))),
    }),
  );

  /** Every record that has a place on the screen, in its order. */
  const placesOf = (subjectId: string, counting: Counting) =>
    sittingsInRange(fullYearRange()).flatMap((sitting) =>
      papersOfSitting({ subjectId, ...sitting }, counting).flatMap(
        ({ paper, zones, besides, strays, uncounted }) =>
          [...zones, ...besides, ...strays, ...uncounted].map((timezone) =>
            completionKey({ subjectId, ...sitting, paper, timezone }),
          ),
      ),
    );

  test('every record has one place at most, and with the switch on each has its place', () => {
    fc.assert(
      fc.property(question, ({ subjectId, settings: counting }) => {
        const places = placesOf(subjectId, counting);
        expect(new Set(places).size).toBe(places.length);
        // Whatever a student has ticked is shown.
        if (counting.which === 'set')
          expect(new Set(places)).toEqual(new Set(everyRecord(subjectId).map(completionKey)));
      }),
    );
  });

  test('whatever can be ticked with the switch on has a place with it off', () => {
    fc.assert(
      fc.property(subject, fc.constantFrom(...SITS), (subjectId, sits) => {
        const places = new Set(placesOf(subjectId, { sits, which: 'all' }));
        // One that was not set is ticked without a version.
        for (const sitting of sittingsInRange(fullYearRange()))
          for (const { paper, zones, notSet } of papersOfSitting(
            { subjectId, ...sitting },
            { sits, which: 'set' },
          ))
            for (const timezone of notSet === undefined ? zones : [null])
              expect(places).toContain(completionKey({ subjectId, ...sitting, paper, timezone }));
      }),
    );
  });

  test('nothing counts twice, nothing is more than all, and what is still to do is what is missing', () => {
    fc.assert(
      fc.property(question, ({ subjectId, settings: counting, done }) => {
        const isCompleted = (paper: PaperId) => done.has(completionKey(paper));
        const asked = { subjectId, range: fullYearRange(), ...counting };
        const { completed, total, percentage } = progressOf({ ...asked, isCompleted });
        expect(completed).toBeLessThanOrEqual(Math.min(total, done.size));
        expect(percentage).toBeLessThanOrEqual(100);
        const open = countedPapers(asked).flatMap((paper) => openZones(paper, isCompleted));
        expect(open).toHaveLength(total - completed);
        for (const paper of open) expect(isCompleted(paper)).toBe(false);
        // Doing what is still to do is all there is to do.
        const after = progressOf({
          ...asked,
          isCompleted: (paper) =>
            isCompleted(paper) || open.some((one) => completionKey(one) === completionKey(paper)),
        });
        expect(after.completed).toBe(after.total);
      }),
    );
  });
});
