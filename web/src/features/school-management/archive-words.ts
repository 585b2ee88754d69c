import { shownDate } from '../../format/shown-date.ts';
import { areAll, type Person } from './people-words.ts';

/** What is said of people who leave. */

/** '16 May 2027' for '2027-05-16'. */
export const dayWords = (day: string): string => shownDate(new Date(`${day}T00:00`));

/** What becomes of them. */
export function consequences(people: readonly Person[], eraseOn: string): string {
  const until = `kept until ${dayWords(eraseOn)}, then deleted.`;
  if (areAll(people, 'student'))
    return `They cannot log in, teachers no longer see them. Their work is ${until}`;
  if (!areAll(people, 'teacher'))
    return `They cannot log in. Teachers no longer see the archived students. Students of the archived teachers keep their work and lose these teachers. All work is ${until}`;
  const [teachers, accounts] =
    people.length === 1 ? ['this teacher', 'The account is'] : ['these teachers', 'The accounts are'];
  return `They cannot log in. Their students keep their work and lose ${teachers}. ${accounts} ${until}`;
}

/** 'Archive 96'. */
export const archiveButton = (count: number): string =>
  count === 1 ? 'Archive' : `Archive ${count.toLocaleString('en-US')}`;
