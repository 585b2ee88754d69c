import { expect, it } from 'vitest';
import { countStandings, standingOf } from './set-students.ts';

type State = 'to_do' | 'overdue' | 'late' | 'done';
const student = (states: State[], takes_subject = true) => ({
  id: 1,
  name: null,
  email: 'a@x.org',
  takes_subject,
  papers: Object.fromEntries(states.map((state, at) => [`p${at}`, { state, score: null }])),
});

it('stands in one place: something missing, something late, or all done', () => {
  expect(standingOf(student(['done', 'late', 'overdue']))).toBe('missing');
  expect(standingOf(student(['done', 'to_do']))).toBe('missing');
  expect(standingOf(student(['done', 'late']))).toBe('late');
  expect(standingOf(student(['done', 'done']))).toBe('done');
  expect(standingOf(student([], false))).toBeUndefined();
});

it('counts each student once, but for who has dropped the subject', () => {
  expect(
    countStandings([student(['to_do']), student(['late']), student(['done']), student([], false)]),
  ).toEqual({ missing: 1, late: 1, done: 1 });
});
