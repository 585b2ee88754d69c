import { expect, it } from 'vitest';
import { subjectName } from '../../../../domain/subjects.ts';
import { toRows } from './export-papers.ts';

it('writes a row for each paper of each student', () => {
  const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', timezone: 'TZ1', attempts: 2 };
  const student = { id: 1, username: 'anna', email: 'anna@school.edu', name: 'Anna Müller' };
  const rows = toRows([
    {
      ...student,
      papers: [
        { ...paper, paper: 'paper1', score: 71, done_on: '2026-01-02' },
        { ...paper, paper: 'essay', timezone: null, score: null, done_on: '2026-01-03', attempts: 1 },
      ],
    },
    { ...student, id: 2, name: null, papers: [] },
  ]);
  const who = ['anna', 'anna@school.edu', 'Anna Müller', subjectName('math_aa_hl'), 2023, 'May'];
  expect(rows).toEqual([
    [...who, 'Paper 1', 'TZ1', '2026-01-02', 71, 2],
    [...who, 'Essay', null, '2026-01-03', null, 1],
  ]);
});
