import { counted } from '../../format/counted.ts';
import { nameOf, type User } from './school-data.ts';

export type Person = Pick<User, 'id' | 'username' | 'email' | 'role'> & Partial<Pick<User, 'name'>>;

export const areAll = (people: readonly Person[], role: User['role']): boolean =>
  people.every((one) => one.role === role);

/** 'anna.muller0', '96 students', '2 teachers', '98 people'. */
export function peopleIn(people: readonly Person[]): string {
  const [first] = people;
  if (first && people.length === 1) return nameOf(first);
  if (areAll(people, 'student')) return counted(people.length, 'student');
  return areAll(people, 'teacher')
    ? counted(people.length, 'teacher')
    : counted(people.length, 'person', 'people');
}
