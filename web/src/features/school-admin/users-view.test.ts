import { expect, it } from 'vitest';
import { readChosen } from '../../papers/papers-range.ts';
import { chosenIn } from './user-chips.ts';
import {
  ALL_USERS,
  askedFor,
  countChosen,
  isOfStudents,
  readUsersView,
  sortedBy,
  type UsersView,
  writeUsersView,
} from './users-view.ts';

const EVERYTHING: UsersView = {
  q: 'zoë & co=',
  role: 'student',
  teacher: 3,
  group: 2,
  subject: 'physics_hl',
  active: true,
  inactive: '14',
  unconfirmed: true,
  sort: 'done',
  order: 'desc',
};

it('is written as it is read, and plainly where nothing is chosen', () => {
  expect(writeUsersView(ALL_USERS).toString()).toBe('');
  for (const view of [ALL_USERS, EVERYTHING, { ...ALL_USERS, teacher: 'none' as const }])
    expect(readUsersView(new URLSearchParams(writeUsersView(view).toString()))).toEqual(view);
});

it('takes nothing from an address that it does not know', () => {
  const nonsense =
    'role=king&teacher=0&group=-1&subject=a%20b&active=yes&inactive=15&unconfirmed=yes&sort=email&order=up';
  expect(readUsersView(new URLSearchParams(nonsense))).toEqual(ALL_USERS);
});

it('asks the server for what is chosen and for nothing else', () => {
  expect(askedFor(ALL_USERS, readChosen())).toEqual({});
  expect(askedFor(EVERYTHING, readChosen('2014-2019-set'))).toEqual({
    q: 'zoë & co=',
    role: 'student',
    teacher_id: '3',
    group_id: '2',
    subject_id: 'physics_hl',
    active_this_week: '1',
    inactive_days: '14',
    unconfirmed: '1',
    from: '2014',
    to: '2019',
    papers: 'set',
    sort: 'done',
    order: 'desc',
  });
  expect(askedFor({ ...ALL_USERS, teacher: 'none' }, readChosen())).toEqual({ without_teacher: '1' });
});

it('sorts names from A, figures from the most, and turns round when pressed again', () => {
  expect(sortedBy(ALL_USERS, 'username')).toEqual({ sort: 'username', order: 'asc' });
  expect(sortedBy(ALL_USERS, 'activity')).toEqual({ sort: 'activity', order: 'desc' });
  expect(sortedBy(EVERYTHING, 'done')).toEqual({ sort: 'done', order: 'asc' });
  expect(sortedBy(ALL_USERS, 'id')).toEqual({ sort: 'id', order: 'desc' });
});

it('names what is chosen, each without itself', () => {
  const names = {
    teachers: [{ id: 3, name: 'Ms Hartley' }],
    groups: [{ id: 2, name: '12B' }],
    subjectName: () => 'Physics HL',
  };
  const shown = (view: UsersView) =>
    chosenIn(view, names).map(({ kind, value, whole }) => whole ?? `${kind}: ${value}`);
  expect(shown(EVERYTHING)).toEqual([
    'Role: Student',
    'Teacher: Ms Hartley',
    'Group: 12B',
    'Subject: Physics HL',
    'Active this week',
    'Inactive for 14 days',
    'Unconfirmed',
  ]);
  expect(countChosen(EVERYTHING)).toBe(7);
  expect(shown({ ...ALL_USERS, teacher: 'none' })).toEqual(['Without a teacher']);
  for (const { without } of chosenIn(EVERYTHING, names))
    expect(countChosen({ ...EVERYTHING, ...without })).toBe(6);
  // Of somebody else's, or of one who has left.
  expect(shown({ ...ALL_USERS, teacher: 99 })).toEqual(['Teacher: 99']);
});

it('knows which filters find students alone', () => {
  expect(isOfStudents(ALL_USERS)).toBe(false);
  expect(isOfStudents({ ...ALL_USERS, role: 'teacher' })).toBe(false);
  expect(isOfStudents({ ...ALL_USERS, unconfirmed: true })).toBe(false);
  expect(isOfStudents({ ...ALL_USERS, inactive: '7' })).toBe(true);
  expect(isOfStudents({ ...ALL_USERS, active: true })).toBe(true);
  expect(isOfStudents({ ...ALL_USERS, teacher: 'none' })).toBe(true);
});
