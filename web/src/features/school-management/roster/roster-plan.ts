import { counted } from '../../../format/counted.ts';
import type { ImportDraft } from '../import-draft.ts';
import type { RosterCheck } from '../useImportCheck.ts';
import { subjectFor } from './course-subjects.ts';

/** What was decided about a roster besides its people. */
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

/** Whether there is something to do besides what is done to people. */
export const changesMore = (check: RosterCheck | undefined, decided: Decided): boolean =>
  check !== undefined && besides(check, decided).length > 0;

/** 'makes 24 groups and 2,310 links, archives 9' */
export function besides({ counts, left, courses }: RosterCheck, decided: Decided): string[] {
  const archived = left.filter(({ id }) => decided.archived.includes(id)).length;
  const learnt = courses.filter(
    (course) => !course.is_known && subjectOf(course, decided.courses) !== undefined,
  );
  const made = [
    ...(counts.groups > 0 ? [counted(counts.groups, 'group')] : []),
    ...(counts.links > 0 ? [counted(counts.links, 'link')] : []),
  ];
  const ended = [
    ...(counts.groups_ended > 0 ? [counted(counts.groups_ended, 'group')] : []),
    ...(counts.links_ended > 0 && decided.endsLinks ? [counted(counts.links_ended, 'link')] : []),
  ];
  return [
    ...(made.length > 0 ? [`makes ${made.join(' and ')}`] : []),
    ...(ended.length > 0 ? [`ends ${ended.join(' and ')}`] : []),
    ...(archived > 0 ? [`archives ${archived.toLocaleString('en-US')}`] : []),
    ...(learnt.length > 0 ? [`remembers ${counted(learnt.length, 'course')}`] : []),
  ];
}
