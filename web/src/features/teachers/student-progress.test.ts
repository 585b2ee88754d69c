import { expect, it } from 'vitest';
import { fullYearRange } from '../../../../domain/years.ts';
import { type StudentDetail, sharedSubjects, subjectProgress } from './student-progress.ts';

const detail = (given: Partial<StudentDetail>): StudentDetail => ({
  name: null,
  email: 'a@x.org',
  status: 'active',
  subjects: [],
  teacher_subjects: [],
  completion: {},
  again: {},
  last_activity: {},
  timezone_overrides: {},
  sits: 'both',
  files: {},
  set: [],
  groups: [],
  ...given,
});
const done = (score: number | null) => ({ is_completed: true, score });

it('shares what is taken and taught, in the student’s order', () => {
  const subjects = ['physics_hl', 'history_hl', 'math_aa_hl'];
  expect(sharedSubjects(detail({ subjects, teacher_subjects: ['math_aa_hl', 'physics_hl'] }))).toEqual([
    'physics_hl',
    'math_aa_hl',
  ]);
});

it('lists papers by year from the newest, then session, then paper', () => {
  const { papers } = subjectProgress(
    detail({
      completion: {
        'english_a_lit_hl-2022-November-paper1-TZ1': done(1),
        'english_a_lit_hl-2022-May-essay': done(1),
        'english_a_lit_hl-2022-May-paper2-TZ2': done(1),
        'english_a_lit_hl-2022-May-paper2-TZ1': { is_completed: false, score: null },
        'english_a_lit_hl-2024-November-paper1': done(0),
        'history_hl-2024-May-paper1': done(1),
        'english_a_lit_hl-2022-May-paper9': done(1),
      },
    }),
    'english_a_lit_hl',
    { range: fullYearRange(), which: 'all' },
  );
  expect(papers.map(({ year, session, label }) => `${year} ${session} ${label}`)).toEqual([
    '2024 November Paper 1',
    '2022 May Paper 2 (TZ1)',
    '2022 May Paper 2 (TZ2)',
    '2022 May Essay',
    '2022 November Paper 1 (TZ1)',
  ]);
  expect(papers[1]?.isCompleted).toBe(false);
});

it('counts the chosen years with the student’s variants, and averages what has a score in them', () => {
  const given = detail({
    completion: {
      'visual_arts_sl-2024-May-paper1': done(0),
      'visual_arts_sl-2024-November-paper1': done(75),
      'visual_arts_sl-2023-May-paper1': done(null),
      'visual_arts_sl-2014-May-paper1': done(80),
    },
    last_activity: { visual_arts_sl: '2026-03-01T10:00:00Z' },
  });
  const chosen = { range: { startYear: 2023, endYear: 2024 }, which: 'all' } as const;
  expect(subjectProgress(given, 'visual_arts_sl', chosen)).toMatchObject({
    others: 1,
    progress: { completed: 3, total: 4, percentage: 75 },
    average: 38,
    lastActivity: '2026-03-01T10:00:00Z',
  });
  const variants = { ...given, timezone_overrides: { visual_arts_sl: { paper1: true } } };
  expect(subjectProgress(variants, 'visual_arts_sl', chosen).progress).toMatchObject({
    completed: 0,
    total: 8,
  });
  expect(subjectProgress({ ...variants, sits: 'TZ1' }, 'visual_arts_sl', chosen).progress.total).toBe(4);
  expect(subjectProgress(given, 'visual_arts_sl', { ...chosen, range: fullYearRange() })).toMatchObject({
    others: 0,
    average: 52,
  });
  expect(subjectProgress(given, 'music_sl', chosen)).toMatchObject({
    papers: [],
    average: null,
    lastActivity: null,
  });
});

it('says of a paper that was never set why, and counts it neither as done nor in the total', () => {
  const given = detail({
    completion: {
      'physics_hl-2022-May-paper3-TZ1': done(50),
      'physics_hl-2022-May-paper1-TZ1': done(60),
    },
  });
  const range = { startYear: 2022, endYear: 2022 };
  const set = subjectProgress(given, 'physics_hl', { range, which: 'set' });
  expect(set.papers.map(({ label, notSet }) => [label, notSet])).toEqual([
    ['Paper 1 (TZ1)', undefined],
    ['Paper 3 (TZ1)', 'Paper 3 was dropped in 2021 and 2022'],
  ]);
  expect(set.progress).toMatchObject({ completed: 1, total: 6 });
  const all = subjectProgress(given, 'physics_hl', { range, which: 'all' });
  expect(all.papers.every(({ notSet }) => notSet === undefined)).toBe(true);
  expect(all.progress).toMatchObject({ completed: 2, total: 12 });
});
