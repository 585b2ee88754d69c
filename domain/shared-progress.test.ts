import { describe, expect, test } from 'vitest';
import { scoresOf, sharedSubject } from './shared-progress.ts';

const range = { startYear: 2023, endYear: 2023 };
const MAY = 'math_aa_hl-2023-May';

const versionsOf = (subject: ReturnType<typeof sharedSubject>, session: string, label: string) =>
  subject.sittings
    .find((sitting) => sitting.session === session)
    ?.papers.find((one) => one.label === label)
    ?.versions.map(({ timezone, done, score }) => [timezone, done, score]);

describe('a subject on a share page', () => {
  test('has every version of every paper, done or not, and counts as the tracker', () => {
    const subject = sharedSubject(
      { subjectId: 'math_aa_hl', range },
      { [`${MAY}-paper1-TZ1`]: 0, [`${MAY}-paper2-TZ2`]: null },
    );
    expect(subject).toMatchObject({ completed: 2, total: 12, average: 0 });
    expect(subject.sittings.map(({ year, session }) => `${year} ${session}`)).toEqual([
      '2023 May',
      '2023 November',
    ]);
    expect(versionsOf(subject, 'May', 'Paper 1')).toEqual([
      ['TZ1', true, 0],
      ['TZ2', false, null],
    ]);
    expect(versionsOf(subject, 'May', 'Paper 2')).toEqual([
      ['TZ1', false, null],
      ['TZ2', true, null],
    ]);
  });

  test('shows the variant that is not sat only where it is done', () => {
    const subject = sharedSubject(
      { subjectId: 'math_aa_hl', range, sits: 'TZ2' },
      { [`${MAY}-paper1-TZ1`]: 50 },
    );
    expect(versionsOf(subject, 'May', 'Paper 1')).toEqual([
      ['TZ2', false, null],
      ['TZ1', true, 50],
    ]);
    expect(versionsOf(subject, 'November', 'Paper 1')).toEqual([['TZ2', false, null]]);
  });

  test('leaves records of variants that are switched off unseen', () => {
    const subject = sharedSubject(
      { subjectId: 'math_aa_hl', range, overrides: { math_aa_hl: { paper1: false } } },
      { [`${MAY}-paper1-TZ1`]: 50 },
    );
    expect(versionsOf(subject, 'May', 'Paper 1')).toEqual([[null, false, null]]);
    expect(subject.completed).toBe(0);
  });
});

describe('where only papers that were set count', () => {
  // Visual Arts has no written paper; nothing of it was ever set.
  const question = { subjectId: 'visual_arts_sl', range, which: 'set' } as const;

  test('a sitting in which nothing was set has no line', () => {
    expect(sharedSubject(question, {})).toEqual({ completed: 0, total: 0, average: null, sittings: [] });
  });

  test('a paper that was done all the same is shown and not counted', () => {
    const subject = sharedSubject(question, { 'visual_arts_sl-2023-May-paper1': 40 });
    expect(subject).toMatchObject({ completed: 0, total: 0, average: 40 });
    expect(subject.sittings).toEqual([
      {
        year: 2023,
        session: 'May',
        papers: [{ label: 'Paper 1', unset: true, versions: [{ timezone: null, done: true, score: 40 }] }],
      },
    ]);
  });

  test('a tick under a version that a paper did not have stands in its place', () => {
    const one = { subjectId: 'math_aa_hl', range, which: 'set' } as const;
    const single = sharedSubject(one, {}).sittings.flatMap(({ session, papers }) =>
      papers.flatMap(({ label, versions }) => (versions.length === 1 ? [{ session, label }] : [])),
    )[0];
    expect(single).toBeDefined();
    const paper = single?.label.toLowerCase().replace(' ', '');
    const key = `math_aa_hl-2023-${single?.session}-${paper}-TZ1`;
    const subject = sharedSubject(one, { [key]: 61 });
    expect(versionsOf(subject, single?.session ?? '', single?.label ?? '')).toEqual([['TZ1', true, 61]]);
    expect(subject.completed).toBe(1);
  });
});

test('scores are those of the subjects that are shown', () => {
  const done = {
    'physics_hl-2023-May-paper1': 10,
    'physics_sl-2023-May-paper1': 20,
    [`${MAY}-paper1`]: null,
  };
  expect(scoresOf(['physics_hl', 'math_aa_hl'], done)).toEqual([10]);
});
