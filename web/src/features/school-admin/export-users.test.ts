import { expect, it } from 'vitest';
import { cellsOf, fileName } from './export-users.ts';
import { ALL_USERS } from './users-view.ts';

const MIA = {
  id: 1,
  username: 'mia',
  name: null,
  email: null,
  email_confirmed: true,
  role: 'student',
  done: 0,
  total: 12,
  average: null,
  last_activity: null,
} as const;

it('counts papers only where there are some, as the screen does', () => {
  expect(cellsOf(MIA).slice(5, 7)).toEqual([0, 12]);
  expect(cellsOf({ ...MIA, total: 0 }).slice(5, 7)).toEqual([null, null]);
});

it('says in the name of the file of which papers its figures are', () => {
  const range = { startYear: 2017, endYear: 2024 };
  expect(fileName(ALL_USERS, { range, which: 'all' })).toBe('users-2017-2024.csv');
  expect(fileName({ ...ALL_USERS, subject: 'physics_hl' }, { range, which: 'set' })).toBe(
    'users-physics_hl-2017-2024-only-set.csv',
  );
});
