import { normaliseEmail } from '../../../../../domain/accounts.ts';
import { counted } from '../../../format/counted.ts';
import type { ImportDraft } from '../import-draft.ts';
import type { Person } from '../people-words.ts';
import type { RosterCheck } from '../useImportCheck.ts';
import { subjectFor } from './course-subjects.ts';

/** Somebody of the school whom a list or a roster does not name any more. */
export type LeftPerson = Person & { name?: string | null };

/** What was decided besides. */
type Decided = Pick<ImportDraft, 'courses' | 'archived' | 'endsLinks'>;

/** Which subject a course is: as was said, now or before, or as its title says. Undefined while nobody knows. */
export function subjectOf(
  { title, subject_id: known, is_known: isKnown }: RosterCheck['courses'][number],
  chosen: Decided['courses'],
): string | null | undefined {
  const said = chosen[title];
  if (said !== undefined) return said;
  return isKnown ? known : subjectFor(title);
}

/** The courses of which it is known; only these are remembered. */
export const coursesIn = (
  { courses }: RosterCheck,
  chosen: Decided['courses'],
): Record<string, string | null> =>
  Object.fromEntries(
    courses.flatMap((course) => {
      const subject = subjectOf(course, chosen);
      return subject === undefined ? [] : [[course.title, subject]];
    }),
  );

/** Whether there is something to do besides what is done to people of the list. */
export const changesMore = (
  check: RosterCheck | undefined,
  left: readonly LeftPerson[],
  decided: Decided,
): boolean => besides(check, left, decided).length > 0;

/** 'makes 24 groups and 2,310 assignments, archives 9' */
export function besides(
  check: RosterCheck | undefined,
  left: readonly LeftPerson[],
  decided: Decided,
): string[] {
  const archived = left.filter(({ id }) => decided.archived.includes(id)).length;
  return [
    ...(check ? besidesOf(check, decided) : []),
    ...(archived > 0 ? [`archives ${archived.toLocaleString('en-US')}`] : []),
  ];
}

/** 'Made 24 groups and 2,310 assignments.' */
export function besidesDone(check: RosterCheck, decided: Pick<Decided, 'courses' | 'endsLinks'>): string {
  const words = besidesOf(check, decided, DONE).join(', ');
  return words === '' ? '' : `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}

const TO_DO = { make: 'makes', rename: 'renames', end: 'ends', remember: 'remembers' };
const DONE: typeof TO_DO = { make: 'made', rename: 'renamed', end: 'ended', remember: 'remembered' };

function besidesOf(
  { counts, courses }: RosterCheck,
  decided: Pick<Decided, 'courses' | 'endsLinks'>,
  verbs = TO_DO,
): string[] {
  const learnt = courses.filter((course) => {
    const subject = subjectOf(course, decided.courses);
    return subject !== undefined && !(course.is_known && subject === course.subject_id);
  });
  const made = [
    ...(counts.groups > 0 ? [counted(counts.groups, 'group')] : []),
    ...(counts.links > 0 ? [counted(counts.links, 'assignment')] : []),
  ];
  const ended = [
    ...(counts.groups_ended > 0 ? [counted(counts.groups_ended, 'group')] : []),
    ...(counts.links_ended > 0 && decided.endsLinks ? [counted(counts.links_ended, 'assignment')] : []),
  ];
  return [
    ...(made.length > 0 ? [`${verbs.make} ${made.join(' and ')}`] : []),
    ...(counts.groups_renamed > 0 ? [`${verbs.rename} ${counted(counts.groups_renamed, 'group')}`] : []),
    ...(ended.length > 0 ? [`${verbs.end} ${ended.join(' and ')}`] : []),
    ...(learnt.length > 0 ? [`${verbs.remember} ${counted(learnt.length, 'course')}`] : []),
  ];
}

/**
 * People of the school whom a list does not name, if it is said to name everybody. Admins are in no list, and neither is
 * whoever has no address.
 */
export function missingFrom(rows: readonly { email: string }[], people: readonly LeftPerson[]): LeftPerson[] {
  const named = new Set(rows.map(({ email }) => normaliseEmail(email)));
  return people.filter(({ email, role }) => role !== 'school_admin' && email !== null && !named.has(email));
}

/** Somebody who left, as a row of the preview. The id is one that no row of a file has. */
export type LeftRow = { id: number; left: LeftPerson; others: number };

export const leftRows = (left: readonly LeftPerson[]): LeftRow[] =>
  left.map((one) => ({ id: -one.id, left: one, others: alike(left, one).length - 1 }));

/** Whom a choice for all reaches: never teachers from a student, or students from a teacher. */
export const alike = (left: readonly LeftPerson[], { role }: LeftPerson): LeftPerson[] =>
  left.filter((one) => one.role === role);
