import { expect, it } from 'vitest';
import {
  arrange,
  countClasses,
  matching,
  matchingOrIn,
  teacherWords,
  toAssignment,
  type User,
  withMoves,
} from './school-data.ts';

const user = (id: number, role: User['role'], username: string | null = `user${id}`): User => ({
  id,
  role,
  username,
  email: `user${id}@school.edu`,
  created_at: null,
  email_confirmed: true,
  school_id: 1,
  school_name: 'School',
  erase_on: null,
  name: null,
});
const [hartley, silva] = [user(1, 'teacher', 'hartley'), user(2, 'teacher', 'da Silva')];
const [mia, noah, zoe] = [user(3, 'student', 'mia'), user(4, 'student', 'Noah'), user(5, 'student', null)];
const users = [hartley, silva, zoe, noah, mia, user(6, 'school_admin', 'office')];
const pair = toAssignment;
const waiting = { teacher_id: silva.id, student_email: 'new@school.edu', student_name: null };

it('sorts people by name and finds who has no teacher', () => {
  const school = arrange({ users, classes: [pair(hartley, mia), pair(silva, mia)], pending: [] });
  expect(school.teachers).toEqual([silva, hartley]);
  expect(school.students).toEqual([mia, noah, zoe]);
  expect(school.unassigned).toEqual([noah, zoe]);
  expect(school.classOf.get(hartley.id)).toEqual([pair(hartley, mia)]);
  expect(school.teachersOf.get(mia.id)).toHaveLength(2);
  expect(school.users).toHaveLength(6);
});

it('shows moves before they are confirmed, and none twice when they are', () => {
  const classesAfter = (given: ReturnType<typeof pair>[], moves: Parameters<typeof withMoves>[1]) =>
    withMoves({ users, classes: given, pending: [] }, moves).classes;
  const classes = [pair(hartley, mia)];
  const add = { kind: 'add', assignment: pair(hartley, noah) } as const;
  const remove = { kind: 'remove', assignment: pair(hartley, mia) } as const;
  expect(classesAfter(classes, [add])).toEqual([pair(hartley, mia), pair(hartley, noah)]);
  expect(classesAfter(classesAfter(classes, [add]), [add])).toHaveLength(2);
  expect(classesAfter(classes, [remove])).toEqual([]);
  expect(classesAfter([], [remove])).toEqual([]);
  expect(classesAfter(classes, [remove, { kind: 'add', assignment: pair(hartley, mia) }])).toEqual(classes);
});

it('moves who is pending by the address', () => {
  const school = { users, classes: [], pending: [waiting] };
  expect(withMoves(school, [{ kind: 'remove', assignment: waiting }]).pending).toEqual([]);
  const zoeWaits = { ...waiting, student_email: zoe.email ?? '' };
  const add = { kind: 'add', assignment: pair(silva, zoe) } as const;
  expect(withMoves({ ...school, pending: [waiting, zoeWaits] }, [add])).toMatchObject({
    classes: [pair(silva, zoe)],
    pending: [waiting],
  });
});

it('counts a teacher who has students, or waits for some, as one class', () => {
  const count = (classes: ReturnType<typeof pair>[], pending: (typeof waiting)[]) =>
    countClasses(arrange({ users, classes, pending }), []).all;
  expect(count([], [])).toBe(0);
  expect(count([pair(hartley, mia), pair(hartley, noah)], [])).toBe(1);
  expect(count([pair(hartley, mia)], [waiting])).toBe(2);
  expect(count([pair(silva, mia)], [waiting])).toBe(1);
});

it('counts groups as classes, and a teacher only if none of the students is in one', () => {
  const school = arrange({
    users,
    classes: [pair(hartley, mia), pair(hartley, noah), pair(silva, zoe)],
    pending: [],
  });
  expect(countClasses(school, [{ members: [mia.id] }, { members: [] }])).toEqual({
    groups: 1,
    alone: 1,
    teaching: 2,
    all: 2,
  });
  expect(countClasses(school, [{ members: [mia.id, zoe.id] }, { members: [noah.id] }]).all).toBe(2);
});

it('puts who came last first in a class, if they are still there', () => {
  const classes = [pair(hartley, mia), pair(hartley, noah), pair(hartley, zoe)];
  const recent = [pair(hartley, noah), pair(silva, mia), pair(hartley, zoe)];
  const { classOf, classes: all } = arrange({ users, classes, pending: [] }, recent);
  expect(classOf.get(hartley.id)).toEqual([pair(hartley, zoe), pair(hartley, noah), pair(hartley, mia)]);
  expect(classOf.has(silva.id)).toBe(false);
  expect(all).toEqual(classes);
});

it('finds people by a part of the name or the address', () => {
  expect(matching(users, ' SILVA')).toEqual([silva]);
  expect(matching(users, 'user5@')).toEqual([zoe]);
  const named = { ...mia, name: 'Amélie Fontaine' };
  expect(matching([...users, named], 'fontaine')).toEqual([named]);
  expect(matching(users, '')).toBe(users);
});

it('finds students by the beginning of their group too', () => {
  const groupsOf = new Map([
    [mia.id, ['11A', 'Physics HL']],
    [zoe.id, ['12A']],
  ]);
  expect(matchingOrIn([mia, noah, zoe], groupsOf, ' 11a')).toEqual([mia]);
  expect(matchingOrIn([mia, noah, zoe], groupsOf, 'noah')).toEqual([noah]);
  expect(matchingOrIn([mia, noah, zoe], groupsOf, 'HL')).toEqual([]);
  expect(matchingOrIn([mia, noah, zoe], groupsOf, '')).toHaveLength(3);
});

it('knows what the school calls its people', () => {
  const named = { ...mia, name: 'Mia Chen' };
  expect(arrange({ users: [named, noah], classes: [], pending: [] }).names).toEqual(
    new Map([[mia.id, 'Mia Chen']]),
  );
  expect(teacherWords({ ...hartley, name: 'Jo Hartley' })).toBe('hartley (Jo Hartley)');
  expect(teacherWords(hartley)).toBe('hartley');
});
