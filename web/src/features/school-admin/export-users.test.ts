import { expect, it } from 'vitest';
import { cellsOf } from './export-users.ts';

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
