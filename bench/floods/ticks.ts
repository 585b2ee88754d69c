import { requestBytes } from './line.ts';

/** Ticks that can be told apart afterwards: request n is of a certain student, paper and score. */

const SUBJECTS = ['math_aa_hl', 'physics_hl', 'chemistry_hl', 'biology_hl', 'economics_hl'];
const YEARS = 11;

export const tickOf = (students: number, n: number) => {
  const student = n % students;
  const turn = Math.floor(n / students);
  const paper = {
    subject_id: SUBJECTS[turn % SUBJECTS.length] ?? '',
    year: 2014 + (Math.floor(turn / SUBJECTS.length) % YEARS),
    session: 'November',
    paper: 'paper1',
  };
  return {
    student,
    key: `${paper.subject_id}-${paper.year}-${paper.session}-${paper.paper}`,
    paper,
    score: n % 101,
  };
};

export const tickBytes = (tokens: readonly string[], n: number): Buffer => {
  const { student, paper, score } = tickOf(tokens.length, n);
  return requestBytes('POST /api/completion', {
    token: tokens[student],
    type: 'application/json',
    body: JSON.stringify({ ...paper, timezone: null, is_completed: true, score }),
  });
};
