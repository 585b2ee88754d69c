import { expect, it } from 'vitest';
import { arrange, matching, toAssignment, type User, withMoves } from './school-data.ts';

const user = (id: number, role: User['role'], username: string | null = `user${id}`): User => ({
  id,
  role,
  username,
  email: `user${id}@school.edu`,
  created_at: null,
  school_id: 1,
  school_name: 'School',
});
const [hartley, silva] = [user(1, 'teacher', 'hartley'), user(2, 'teacher', 'da Silva')];
const [mia, noah, zoe] = [user(3, 'student', 'mia'), user(4, 'student', 'Noah'), user(5, 'student', null)];
const users = [hartley, silva, zoe, noah, mia, user(6, 'school_admin', 'office')];
const pair = toAssignment;

it('sorts people by name and finds who has no teacher', () => {
  const school = arrange({ users, classes: [pair(hartley, mia), pair(silva, mia)] });
  expect(school.teachers).toEqual([silva, hartley]);
  expect(school.students).toEqual([mia, noah, zoe]);
  expect(school.unassigned).toEqual([noah, zoe]);
  expect(school.classOf.get(hartley.id)).toEqual([pair(hartley, mia)]);
  expect(school.teachersOf.get(mia.id)).toHaveLength(2);
  expect(school.users).toHaveLength(6);
});

it('shows moves before they are confirmed, and none twice when they are', () => {
  const classes = [pair(hartley, mia)];
  const add = { kind: 'add', assignment: pair(hartley, noah) } as const;
  const remove = { kind: 'remove', assignment: pair(hartley, mia) } as const;
  expect(withMoves(classes, [add])).toEqual([pair(hartley, mia), pair(hartley, noah)]);
  expect(withMoves(withMoves(classes, [add]), [add])).toHaveLength(2);
  expect(withMoves(classes, [remove])).toEqual([]);
  expect(withMoves([], [remove])).toEqual([]);
  expect(withMoves(classes, [remove, { kind: 'add', assignment: pair(hartley, mia) }])).toEqual(classes);
});

it('puts who came last first in a class, if they are still there', () => {
  const classes = [pair(hartley, mia), pair(hartley, noah), pair(hartley, zoe)];
  const recent = [pair(hartley, noah), pair(silva, mia), pair(hartley, zoe)];
  const { classOf, classes: all } = arrange({ users, classes }, recent);
  expect(classOf.get(hartley.id)).toEqual([pair(hartley, zoe), pair(hartley, noah), pair(hartley, mia)]);
  expect(classOf.has(silva.id)).toBe(false);
  expect(all).toEqual(classes);
});

it('finds people by a part of the name or the address', () => {
  expect(matching(users, ' SILVA')).toEqual([silva]);
  expect(matching(users, 'user5@')).toEqual([zoe]);
  expect(matching(users, '')).toBe(users);
});
