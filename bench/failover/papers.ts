import { completionKey, type PaperId } from '../../domain/completion-key.ts';
import { papersOfSitting, TIMEZONES } from '../../domain/papers.ts';
import { SUBJECTS } from '../../domain/subjects.ts';
import { SESSIONS, years } from '../../domain/years.ts';

/** Every paper that can be ticked. */
const PAPERS: readonly PaperId[] = SUBJECTS.flatMap(({ id: subjectId }) =>
  years().flatMap((year) =>
    SESSIONS.flatMap((session) =>
      papersOfSitting({ subjectId, year, session }).flatMap(({ paper }) =>
        [null, ...TIMEZONES].map((timezone) => ({ subjectId, year, session, paper, timezone })),
      ),
    ),
  ),
);

export interface Write {
  /** Which of the students. */
  student: number;
  paper: PaperId;
  key: string;
  score: number;
}

const SCORES = 101;

/** The n-th write: of a student and a paper that no other write has, so that nothing is ever written over. */
export const writeOf = (n: number, students: number): Write => {
  const paper = PAPERS[Math.floor(n / students)];
  if (!paper) throw new Error('All papers of all students are used up: more students are needed.');
  return { student: n % students, paper, key: completionKey(paper), score: n % SCORES };
};
