import { expect, it } from 'vitest';
import { toCsv } from '../../format/csv.ts';
import { activeStudents, statisticsCells } from './statistics.ts';

const rest = { bands: [0, 0, 0, 0, 0], set_done: 0, set_total: 0 };

it('holds what the page shows, in its order and rounded as there', () => {
  const cells = statisticsCells({
    completed_papers: 12,
    avg_score: 71.266,
    active_users: 3,
    students: 1300,
    monthly_trend: [
      { month: '2026-09', completed: 12 },
      { month: '2026-10', completed: 0 },
    ],
    subject_stats: [
      { subject_id: 'physics_hl', completed_papers: 2, avg_score: null, ...rest },
      { subject_id: '=evil', completed_papers: 1, avg_score: 50, ...rest },
      { subject_id: 'biology_hl', completed_papers: 9, avg_score: 70.04, ...rest },
    ],
  });
  expect(toCsv(cells).slice(1).split('\r\n')).toEqual([
    'Total Papers Completed\t12',
    'Average Score\t71.3',
    'Active Students\t3',
    'Students\t1300',
    '',
    'Month\tPapers Completed',
    '2026-09\t12',
    '2026-10\t0',
    '',
    'Subject\tPapers Completed\tAverage Score',
    "'=evil\t1\t50",
    'Biology HL\t9\t70',
    'Physics HL\t2\t',
    '',
  ]);
});

it('says how many of how many students are active', () => {
  const nothing = { completed_papers: 0, avg_score: null, monthly_trend: [], subject_stats: [] };
  expect(activeStudents({ ...nothing, active_users: 126, students: 1300 })).toBe('126 of 1,300');
});
