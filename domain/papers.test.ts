import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Counting,
  hasVariants,
  hasVariantsByDefault,
  PAPERS,
  paperLabel,
  papersOfSitting,
  papersOfSubject,
  TIMEZONES,
} from './papers.ts';
import { EXTRA_SUBJECTS, SUBJECTS } from './subjects.ts';

const ALL_SUBJECTS = [...SUBJECTS, ...EXTRA_SUBJECTS];
const MAY_2023 = { year: 2023, session: 'May' } as const;

/** A subject's papers as the table in the decisions writes them. */
function written(subjectId: string): string {
  return papersOfSitting({ subjectId, ...MAY_2023 })
    .map(({ paper, zones }) => (zones.length === 2 ? `${paper}*` : paper))
    .join(' ');
}

test('labels', () => {
  expect(PAPERS.map(paperLabel)).toEqual(['Paper 1', 'Paper 2', 'Paper 3', 'Essay']);
});

describe('the paper table', () => {
  const table: [families: string, sl: string, hl: string][] = [
    ['english_a_lit english_a_lang_lit', 'paper1* paper2*', 'paper1* paper2* essay'],
    ['german_a_lang_lit', 'paper1 paper2', 'paper1 paper2 essay'],
    ['english_b french_b spanish_b german_b italian_b', 'paper1 paper2*', 'paper1 paper2*'],
    ['history geography psychology', 'paper1* paper2*', 'paper1* paper2* paper3'],
    ['economics business', 'paper1* paper2*', 'paper1* paper2* paper3*'],
    ['philosophy politics', 'paper1 paper2', 'paper1 paper2 paper3'],
    ['biology chemistry physics', 'paper1* paper2* paper3*', 'paper1* paper2* paper3*'],
    ['computer_science design_tech', 'paper1* paper2*', 'paper1* paper2* paper3*'],
    ['ess', 'paper1* paper2*', 'paper1* paper2*'],
    ['math_aa math_ai', 'paper1* paper2*', 'paper1* paper2* paper3*'],
    ['visual_arts theatre', 'paper1', 'paper1'],
    ['music', 'paper1*', 'paper1*'],
    ['german_a_lit french_a_lit spanish_a_lit', 'paper1 paper2', 'paper1 paper2 essay'],
    ['latin global_politics dance film', 'paper1 paper2', 'paper1 paper2'],
    ['anthropology itgs sports_science', 'paper1 paper2', 'paper1 paper2 paper3'],
  ];
  const rows = table.flatMap(([families, sl, hl]) => families.split(' ').map((id) => [id, sl, hl] as const));

  test.each(rows)('%s: %s | %s', (family, sl, hl) => {
    expect(written(`${family}_sl`)).toBe(sl);
    expect(written(`${family}_hl`)).toBe(hl);
  });

  test('italian_ab_initio has one level', () => {
    expect(written('italian_ab_initio')).toBe('paper1 paper2*');
    expect(written('italian_ab_initio_sl')).toBe('');
  });

  test('is checked above for every subject, and gives each a paper', () => {
    expect(rows.length * 2 + 1).toBe(ALL_SUBJECTS.length);
    for (const { id } of ALL_SUBJECTS)
      expect(papersOfSitting({ subjectId: id, ...MAY_2023 })).not.toEqual([]);
  });
});

describe('papersOfSitting', () => {
  test('gives each paper its zones', () => {
    expect(papersOfSitting({ subjectId: 'history_hl', ...MAY_2023 })).toEqual([
      { paper: 'paper1', zones: ['TZ1', 'TZ2'], besides: [], strays: [], uncounted: [null] },
      { paper: 'paper2', zones: ['TZ1', 'TZ2'], besides: [], strays: [], uncounted: [] },
      { paper: 'paper3', zones: [null], besides: [], strays: [], uncounted: [] },
    ]);
  });

  test('follows the overrides of this subject, and of no other', () => {
    const overrides = {
      history_hl: { paper1: false, paper3: true, essay: true },
      history_sl: { paper2: false },
    };
    expect(papersOfSitting({ subjectId: 'history_hl', ...MAY_2023 }, { overrides })).toEqual([
      { paper: 'paper1', zones: [null], besides: [], strays: [], uncounted: [] },
      { paper: 'paper2', zones: ['TZ1', 'TZ2'], besides: [], strays: [], uncounted: [] },
      { paper: 'paper3', zones: ['TZ1', 'TZ2'], besides: [], strays: [], uncounted: [] },
    ]);
  });

  test('of variants, the one that the student sits; the other only besides', () => {
    expect(papersOfSitting({ subjectId: 'history_hl', ...MAY_2023 }, { sits: 'TZ2' })).toEqual([
      { paper: 'paper1', zones: ['TZ2'], besides: ['TZ1'], strays: [], uncounted: [null] },
      { paper: 'paper2', zones: ['TZ2'], besides: ['TZ1'], strays: [], uncounted: [] },
      { paper: 'paper3', zones: [null], besides: [], strays: [], uncounted: [] },
    ]);
  });

  test('has a place for what was ticked where only papers that were set count, unless the user chose', () => {
    const uncounted = (sitting: [number, 'May' | 'November'], counting: Counting = {}) =>
      papersOfSitting({ subjectId: 'physics_hl', year: sitting[0], session: sitting[1] }, counting).map(
        (paper) => paper.uncounted,
      );
    // One version in November; in 2021 no Paper 3, which some say they have done.
    expect(uncounted([2019, 'November'])).toEqual([[null], [null], [null]]);
    expect(uncounted([2021, 'May'])).toEqual([[], [], [null]]);
    expect(uncounted([2019, 'November'], { overrides: { physics_hl: { paper2: true } } })).toEqual([
      [null],
      [],
      [null],
    ]);
  });

  describe('where only papers that were set count', () => {
    const set = (subjectId: string, year: number, session: 'May' | 'November', counting: Counting = {}) =>
      papersOfSitting({ subjectId, year, session }, { which: 'set', ...counting });

    test('in the versions that they had', () => {
      expect(set('physics_hl', 2019, 'May')[0]).toEqual({
        paper: 'paper1',
        zones: ['TZ1', 'TZ2'],
        besides: [],
        strays: [null],
        uncounted: [],
      });
      expect(set('physics_hl', 2019, 'November')[0]).toEqual({
        paper: 'paper1',
        zones: [null],
        besides: [],
        strays: ['TZ1', 'TZ2'],
        uncounted: [],
      });
      expect(set('physics_hl', 2019, 'May', { sits: 'TZ2' })[0]).toEqual({
        paper: 'paper1',
        zones: ['TZ2'],
        besides: ['TZ1'],
        strays: [null],
        uncounted: [],
      });
    });

    test('one that was not set has no version, and says why', () => {
      expect(set('physics_hl', 2021, 'May')[2]).toEqual({
        paper: 'paper3',
        zones: [],
        besides: [],
        strays: [],
        uncounted: [null, 'TZ1', 'TZ2'],
        notSet: 'Paper 3 was dropped in 2021 and 2022',
      });
    });

    test('the user’s own choice of variants comes first, and makes no paper', () => {
      const overrides = { physics_hl: { paper1: true, paper3: true } };
      expect(set('physics_hl', 2019, 'November', { overrides })[0]?.zones).toEqual(['TZ1', 'TZ2']);
      expect(set('physics_hl', 2021, 'May', { overrides })[2]?.zones).toEqual([]);
    });

    test('what nobody knows is as it is by default', () => {
      expect(set('italian_b_hl', 2023, 'November').map(({ zones }) => zones)).toEqual([
        [null],
        ['TZ1', 'TZ2'],
      ]);
      expect(set('latin_hl', 2023, 'May').map(({ zones }) => zones)).toEqual([[null], [null]]);
    });
  });

  test.each([
    { subjectId: 'history_hl', year: 2020, session: 'May' },
    { subjectId: 'history_hl', year: 2013, session: 'November' },
    { subjectId: 'history_hl', year: 2025, session: 'May' },
    { subjectId: 'klingon_b_sl', year: 2023, session: 'May' },
    { subjectId: 'constructor', year: 2023, session: 'May' },
  ] as const)('is empty for $subjectId $session $year', (sitting) => {
    expect(papersOfSitting(sitting)).toEqual([]);
  });
});

test('papersOfSubject lists the columns in order', () => {
  expect(papersOfSubject('english_a_lit_hl')).toEqual(['paper1', 'paper2', 'essay']);
  expect(papersOfSubject('physics_sl')).toEqual(['paper1', 'paper2', 'paper3']);
  expect(papersOfSubject('klingon_b_sl')).toEqual([]);
});

test('variants: the override, else the default, else off', () => {
  const anyId = fc.constantFrom(...ALL_SUBJECTS.map(({ id }) => id), 'klingon_b_sl', 'constructor', '');
  const choice = fc.option(fc.boolean(), { nil: undefined });
  fc.assert(
    fc.property(anyId, fc.constantFrom(...PAPERS), choice, (subjectId, paper, override) => {
      const overrides = override === undefined ? {} : { [subjectId]: { [paper]: override } };
      const expected = override ?? hasVariantsByDefault(subjectId, paper);
      expect(hasVariants(subjectId, paper, overrides)).toBe(expected);

      const shown = papersOfSitting({ subjectId, ...MAY_2023 }, { overrides }).find(
        (one) => one.paper === paper,
      );
      if (shown) expect(shown.zones).toEqual(expected ? TIMEZONES : [null]);
    }),
  );
  expect(hasVariantsByDefault('klingon_b_sl', 'paper1')).toBe(false);
  expect(hasVariantsByDefault('visual_arts_sl', 'paper3')).toBe(false);
});
