import { requestBytes } from './connections.ts';

const YEARS = 11;

/** The turn-th write of a student: the papers of eleven years are ticked, then unticked, and so on. */
export const toggleBytes = (token: string | undefined, turn: number, subject = 'math_aa_hl'): Buffer =>
  requestBytes('POST /api/completion', {
    token,
    type: 'application/json',
    body: JSON.stringify({
      subject_id: subject,
      year: 2014 + (turn % YEARS),
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: Math.floor(turn / YEARS) % 2 === 0,
      score: null,
    }),
  });

/** Ticks that can be told apart afterwards: request n is of a certain student, paper and score. */

const SUBJECTS = ['math_aa_hl', 'physics_hl', 'chemistry_hl', 'biology_hl', 'economics_hl'];

const tickOf = (students: number, n: number) => {
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

/** Records that are there beforehand, of papers that are not ticked here. */
export const earlierRecords = (): Record<string, { is_completed: boolean; score: number }> => {
  const records: Record<string, { is_completed: boolean; score: number }> = {};
  for (const subject of SUBJECTS) {
    for (let year = 2014; year < 2014 + YEARS; year += 1) {
      for (const paper of ['paper2-TZ1', 'paper2-TZ2', 'paper3-TZ1', 'paper3-TZ2']) {
        records[`${subject}-${year}-November-${paper}`] = { is_completed: true, score: year % 100 };
      }
    }
  }
  return records;
};

/** Every fourth call is a tick; the others ask for all records of a student, which costs more. */
const TICK_EVERY = 4;
export const isTick = (n: number): boolean => n % TICK_EVERY === 0;
export const mixedTickOf = (students: number, n: number) => tickOf(students, n / TICK_EVERY);
export const mixedBytes = (tokens: readonly string[], n: number): Buffer =>
  isTick(n)
    ? tickBytes(tokens, n / TICK_EVERY)
    : requestBytes('GET /api/completion', { token: tokens[n % tokens.length] });
