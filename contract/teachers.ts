import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, email, id, idInPath, score, storedText, subjectIds } from './fields.ts';

const status = z.enum(['active', 'pending']);
const byId = z.strictObject({ id: idInPath });

export const teachersStudent = z.object({
  id,
  name: z.string().nullable(),
  email: z.string(),
  status,
});
export type TeachersStudent = z.infer<typeof teachersStudent>;

export const invitation = z.object({
  email: z.string(),
  name: z.string().nullable(),
  status,
  invitation_link: z.string().nullable(),
  invitation_token: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** A teacher as the student who is followed sees them. */
export const follower = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  status,
  subjects: z.array(z.string()),
});
export type Follower = z.infer<typeof follower>;

export const teachers = endpoints({
  'GET /teachers/subjects': {
    summary: 'The subjects I teach',
    access: 'teacher',
    response: z.object({ subjects: z.array(z.string()) }),
  },
  'POST /teachers/subjects': {
    summary: 'Replace the subjects I teach',
    access: 'teacher',
    json: z.strictObject({ subjects: subjectIds }),
    response: done.extend({ subjects: z.array(z.string()) }),
  },
  'GET /teachers/students': {
    summary: 'My students, newest first',
    access: 'teacher',
    response: z.object({ students: z.array(teachersStudent) }),
  },
  'POST /teachers/students': {
    summary: 'Follow a student by e-mail; an unknown address is invited',
    access: 'teacher',
    json: z.strictObject({ email, name: storedText(120).nullable() }),
    response: invitation,
  },
  'GET /teachers/students/{id}': {
    summary: 'One of my students, with progress in the subjects we share',
    access: 'teacher',
    params: byId,
    response: z.object({
      name: z.string().nullable(),
      email: z.string(),
      status,
      subjects: z.array(z.string()),
      teacher_subjects: z.array(z.string()),
      completion: z.record(z.string(), z.object({ is_completed: z.boolean(), score: score.nullable() })),
    }),
  },
  'DELETE /teachers/students/{id}': {
    summary: 'Stop following a student',
    access: 'teacher',
    params: byId,
    response: done,
  },
  'GET /users/me/teachers': {
    summary: 'Who follows me, or asks to',
    access: 'student',
    response: z.object({ teachers: z.array(follower) }),
  },
  'POST /users/me/teachers/{id}/accept': {
    summary: 'Let a teacher of another school follow me',
    access: 'student',
    params: byId,
    response: done,
  },
  'DELETE /users/me/teachers/{id}': {
    summary: 'Decline a teacher, or end being followed',
    access: 'student',
    params: byId,
    response: done,
  },
});
