import type { Input } from '../../../../../contract/index.ts';
import type { ImportRow } from '../parse-import.ts';
import type { Roster } from './roster.ts';

/** A roster as the list that is looked at, and as the calls take it. */

type Check = Input<'POST /admin/schools/{schoolId}/roster/check'>['json'];
type RosterClasses = Check['classes'];
export type RosterRequest = Omit<Check, 'people'>;

/** Whom the roster names as being at the school. */
export const rowsOf = ({ people }: Roster): ImportRow[] =>
  people
    .filter(({ isActive }) => isActive)
    .map(({ row, username, email, role, name, sourcedId }) => ({
      row,
      username,
      email: email ?? '',
      role: role ?? '',
      ...(name !== null && { fullName: name }),
      sourcedId,
    }));

/** Its classes with who is in them. */
export function requestOf({ people, classes, enrolments, isDelta }: Roster): RosterRequest {
  const list = new Map<string, RosterClasses[number]>(
    classes.map(({ sourcedId, title, course, isActive }) => [
      sourcedId,
      { sourced_id: sourcedId, title, course, is_active: isActive, teachers: [], students: [], ended: [] },
    ]),
  );
  for (const { class: id, person, role, isActive } of enrolments) {
    const one = list.get(id) ?? {
      sourced_id: id,
      title: null,
      course: null,
      is_active: true,
      teachers: [],
      students: [],
      ended: [],
    };
    list.set(id, one);
    if (!isActive) one.ended.push(person);
    else if (role === 'teacher') one.teachers.push(person);
    else one.students.push(person);
  }
  const left = people.filter(({ isActive }) => isDelta && !isActive).map(({ sourcedId }) => sourcedId);
  return { classes: [...list.values()], is_delta: isDelta, left };
}
