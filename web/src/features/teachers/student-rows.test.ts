import { expect, it } from 'vitest';
import { type ListOrder, matching, sortStudents, withProgress } from './student-rows.ts';

const student = (id: number, name: string | null) => ({
  id,
  name,
  email: `student${id}@x.org`,
  status: 'active' as const,
  invitation_link: null,
});
const STUDENTS = [student(1, 'Zoë'), student(2, 'amelie'), student(3, 'Élodie'), student(4, null)];
const FIGURES = [
  { id: 1, completed: 5, total: 10, average: null, last_activity: '2026-01-02T00:00:00Z' },
  { id: 2, completed: 6, total: 60, average: 71, last_activity: '2026-03-01T00:00:00Z' },
  { id: 3, completed: 0, total: 10, average: 90, last_activity: null },
].map((figures) => ({ ...figures, subjects: [] }));

it('sorts by name, by the share that is done, by the average, by the last activity, and back', () => {
  const ids = (order: ListOrder, reversed = false) =>
    sortStudents(withProgress(STUDENTS, FIGURES), order, reversed).map(({ id }) => id);
  expect(ids('name')).toEqual([2, 3, 4, 1]);
  expect(ids('progress')).toEqual([1, 2, 3, 4]);
  expect(ids('average')).toEqual([3, 2, 4, 1]);
  expect(ids('activity')).toEqual([2, 1, 3, 4]);
  expect(ids('activity', true)).toEqual([4, 3, 1, 2]);
});

it('has no figures until they come', () => {
  expect(withProgress(STUDENTS, undefined).map(({ progress }) => progress)).toEqual(
    STUDENTS.map(() => undefined),
  );
});

it('finds a student by a part of the name or the address', () => {
  expect(matching(STUDENTS, ' ZOË ').map(({ id }) => id)).toEqual([1]);
  expect(matching(STUDENTS, 'student4@').map(({ id }) => id)).toEqual([4]);
  expect(matching(STUDENTS, '')).toHaveLength(4);
});
