import { z } from 'zod';
import { MAX_CHOSEN, MAX_PAIRS, MAX_PASSWORDS } from '../domain/school.ts';
import { endpoints, IMPORT_BODY_LIMIT } from './endpoint.ts';
import { done, id } from './fields.ts';
import { ofSchool } from './platform-admin.ts';
import { assignableRole, chosenUsers, listOf, NOT_AS_SOMEBODY_ELSE } from './school-management.ts';

/** What is done to several people of a school at once; all or none. */

/** Whom a teacher had as a student. */
const pairs = z.array(z.strictObject({ teacher_id: id, student_id: id }));

export const schoolBulk = endpoints({
  'POST /admin/schools/{schoolId}/roles': {
    summary: 'Make students teachers, or the reverse; school admins stay what they are',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_CHOSEN).extend({ role: assignableRole }),
    /** Who had the other role until now. */
    response: z.object({ changed: z.array(id) }),
    ...listOf(MAX_CHOSEN),
  },
  'POST /admin/schools/{schoolId}/classes/end': {
    summary: 'Remove students from all their teachers at the school',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_CHOSEN),
    response: z.object({ pairs }),
    ...listOf(MAX_CHOSEN),
  },
  'POST /admin/schools/{schoolId}/classes/restore': {
    summary: 'Undo of that: students are with these teachers again as they were, within minutes',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ pairs: pairs.min(1).max(MAX_PAIRS) }),
    response: done,
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: 3 * MAX_PAIRS + 2,
  },
  'POST /admin/schools/{schoolId}/passwords': {
    summary: 'New passwords for students and teachers, shown once; all sessions of theirs end',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_PASSWORDS),
    /** In the order of the ids. */
    response: z.object({
      passwords: z.array(
        z.object({
          id,
          username: z.string().nullable(),
          email: z.string().nullable(),
          password: z.string(),
        }),
      ),
    }),
    ...listOf(MAX_PASSWORDS),
  },
});
