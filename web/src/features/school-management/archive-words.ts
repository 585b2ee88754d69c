import { counted } from '../../format/counted.ts';
import { shownDate } from '../../format/shown-date.ts';
import { nameOf, type User } from './school-data.ts';

/** What is said of people who leave, or come back. */

export type Leaver = Pick<User, 'id' | 'username' | 'email' | 'role'>;

const areAll = (people: readonly Leaver[], role: User['role']) => people.every((one) => one.role === role);

/** 'anna.muller0', '96 students', '2 teachers', '98 people'. */
export function peopleIn(people: readonly Leaver[]): string {
  const [first] = people;
  if (first && people.length === 1) return nameOf(first);
  if (areAll(people, 'student')) return counted(people.length, 'student');
  return areAll(people, 'teacher')
    ? counted(people.length, 'teacher')
    : counted(people.length, 'person', 'people');
}

/** '16 May 2027' for '2027-05-16'. */
export const dayWords = (day: string): string => shownDate(new Date(`${day}T00:00`));

/** What becomes of them. */
export function consequences(people: readonly Leaver[], eraseOn: string): string {
  const until = `kept until ${dayWords(eraseOn)}, then deleted.`;
  if (!areAll(people, 'teacher'))
    return `They cannot log in, teachers no longer see them. Their work is ${until}`;
  const [teachers, accounts] =
    people.length === 1 ? ['this teacher', 'The account is'] : ['these teachers', 'The accounts are'];
  return `They cannot log in. Their students keep their work and lose ${teachers}. ${accounts} ${until}`;
}

/** 'Archive 96'. */
export const archiveButton = (count: number): string =>
  count === 1 ? 'Archive' : `Archive ${count.toLocaleString('en-US')}`;
