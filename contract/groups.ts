import { z } from 'zod';
import { GROUP_NAME_MAX, MAX_GROUP_MEMBERS } from '../domain/groups.ts';
import { endpoints, LIST_BODY_LIMIT } from './endpoint.ts';
import { done, id, idAsText, storedText } from './fields.ts';

/** Groups of a teacher's students: the teacher's own, and those of the school, which only the school changes. */

export const groupName = storedText(GROUP_NAME_MAX).transform((name) => name.trim());

const byId = z.strictObject({ id: idAsText });

/** Members are named as in the list of students. */
const studentIds = z
  .array(id)
  .max(MAX_GROUP_MEMBERS)
  .refine((ids) => new Set(ids).size === ids.length, 'A student is listed twice.');

const WITH_MEMBERS = { bodyLimit: LIST_BODY_LIMIT, maxValues: 2 * MAX_GROUP_MEMBERS };

const group = z.object({
  id,
  name: z.string(),
  is_school: z.boolean(),
  students: z.array(id),
});

export const groups = endpoints({
  'GET /teachers/groups': {
    summary: 'My groups, and those of my school that have students of mine, by name',
    access: 'teacher',
    response: z.object({ groups: z.array(group) }),
  },
  'POST /teachers/groups': {
    summary: 'Make a group of some of my students',
    access: 'teacher',
    impersonated: { records: 'groups' },
    json: z.strictObject({ name: groupName, students: studentIds }),
    response: group,
    ...WITH_MEMBERS,
  },
  'PUT /teachers/groups/{id}': {
    summary: 'Rename one of my own groups and say who is in it; who stays keeps the day on which they joined',
    access: 'teacher',
    impersonated: { records: 'groups' },
    params: byId,
    json: z.strictObject({ name: groupName, students: studentIds }),
    response: group,
    ...WITH_MEMBERS,
  },
  'DELETE /teachers/groups/{id}': {
    summary: 'Remove one of my own groups; the students stay',
    access: 'teacher',
    impersonated: { records: 'groups' },
    params: byId,
    response: done,
  },
  'POST /teachers/groups/{id}/restore': {
    summary: 'Bring back a group that I removed, within a day',
    access: 'teacher',
    impersonated: { records: 'groups' },
    params: byId,
    response: done,
  },
});
