import { z } from 'zod';
import { MAX_SCHOOL_GROUPS } from '../domain/groups.ts';
import { MAX_CHOSEN, MAX_MOVES } from '../domain/school.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText } from './fields.ts';
import { groupName } from './groups.ts';
import { ofSchool } from './platform-admin.ts';
import { chosenUsers, listOf, NOT_AS_SOMEBODY_ELSE } from './school-management.ts';

/** Groups of a school's students, also those that its lists have made. Its teachers see them and cannot change them. */

const group = z.object({
  id,
  name: z.string(),
  /** Students, by the ids of users. */
  members: z.array(id),
});
export type SchoolGroup = z.infer<typeof group>;

const ofGroup = z.strictObject({ schoolId: idAsText, id: idAsText });
const groupIds = z.array(id).max(MAX_SCHOOL_GROUPS);
const move = chosenUsers(MAX_CHOSEN).extend({ add: groupIds, remove: groupIds });

export const schoolGroups = endpoints({
  'GET /admin/schools/{schoolId}/groups': {
    summary: "A school's groups, by name",
    access: 'schoolManager',
    params: ofSchool,
    response: z.object({ groups: z.array(group) }),
  },
  'POST /admin/schools/{schoolId}/groups': {
    summary: 'Make a group of the school',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ name: groupName, user_ids: z.array(id).max(MAX_CHOSEN) }),
    response: group,
    ...listOf(MAX_CHOSEN),
  },
  'PUT /admin/schools/{schoolId}/groups/{id}': {
    summary: 'Rename a group of the school',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofGroup,
    json: z.strictObject({ name: groupName }),
    response: done,
  },
  'DELETE /admin/schools/{schoolId}/groups/{id}': {
    summary: 'Remove a group of the school; the students stay',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofGroup,
    response: done,
  },
  'POST /admin/schools/{schoolId}/groups/{id}/restore': {
    summary: 'Bring back a group that was removed, within a day',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofGroup,
    response: done,
  },
  'POST /admin/schools/{schoolId}/groups/members': {
    summary: 'Put students into groups and take them out of others; all or none',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: move
      .refine(({ add, remove }) => !add.some((one) => remove.includes(one)), {
        path: ['remove'],
        message: 'A group is in both lists.',
      })
      .refine(({ user_ids: ids, add, remove }) => ids.length * (add.length + remove.length) <= MAX_MOVES, {
        path: ['user_ids'],
        message: 'That is too many at once. Choose fewer students or fewer groups.',
      }),
    /** Students to whom the same happened; each with `add` and `remove` exchanged is the call that undoes it. */
    response: z.object({ changed: z.array(move) }),
    ...listOf(MAX_CHOSEN + 2 * MAX_SCHOOL_GROUPS),
  },
});
