import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText, role, score, shownOnce, timestamp } from './fields.ts';
import { pageOfList } from './lists.ts';

const person = z.object({ id, username: z.string().nullable(), email: z.string().nullable() });
const byId = z.strictObject({ id: idAsText });

const statistics = z.object({
  completed_papers: z.int(),
  avg_score: z.number().nullable(),
  active_users: z.int(),
  /** Of how many `active_users` are the active ones. */
  students: z.int(),
  monthly_trend: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), completed: z.int() })),
  subject_stats: z.array(
    z.object({ subject_id: z.string(), completed_papers: z.int(), avg_score: z.number().nullable() }),
  ),
});

/** What a school decides for its people. */
const schoolSettings = { share_pages: z.boolean() };

export const schoolAdmin = endpoints({
  'GET /schooladmin/settings': {
    summary: 'What my school has decided for its people',
    access: 'schoolAdmin',
    response: z.object(schoolSettings),
  },
  'PUT /schooladmin/settings': {
    summary: 'Decide whether the students of my school may share pages',
    access: 'schoolAdmin',
    impersonated: { refused: 'The settings of a school cannot be changed while viewing as somebody else.' },
    json: z.strictObject(schoolSettings),
    response: z.object(schoolSettings),
  },
  'GET /schooladmin/dashboard/statistics': {
    summary: 'My school in figures',
    access: 'schoolAdmin',
    response: statistics,
  },
  'GET /schooladmin/dashboard/users': {
    summary: 'Everybody at my school',
    access: 'schoolAdmin',
    query: pageOfList,
    response: z.array(person.extend({ role, email_confirmed: z.boolean() })),
  },
  'GET /schooladmin/dashboard/teachers': {
    summary: 'The teachers at my school',
    access: 'schoolAdmin',
    // How many students each has at this school, and how many are pending.
    response: z.array(person.extend({ students: z.int(), pending: z.int() })),
  },
  'POST /schooladmin/users/{id}/confirm': {
    summary: 'Vouch for the address of a student or teacher of my school',
    access: 'schoolAdmin',
    impersonated: { refused: 'Nobody can be confirmed while viewing as somebody else.' },
    params: byId,
    response: done,
  },
  'DELETE /schooladmin/users/{id}': {
    summary: 'Take somebody whose address was never confirmed out of my school; the account stays',
    access: 'schoolAdmin',
    impersonated: { refused: 'Nobody can be removed while viewing as somebody else.' },
    params: byId,
    response: done,
  },
  'POST /schooladmin/users/{id}/password/link': {
    summary: 'Mail a student or teacher of my school a link for a new password; ends every session',
    access: 'schoolAdmin',
    impersonated: { refused: 'A password cannot be reset while viewing as somebody else.' },
    params: byId,
    response: done,
  },
  'POST /schooladmin/users/{id}/password': {
    summary: 'A new password for a student or teacher of my school, shown once; ends all their sessions',
    access: 'schoolAdmin',
    impersonated: { refused: 'A password cannot be reset while viewing as somebody else.' },
    params: byId,
    response: shownOnce,
  },
  'GET /schooladmin/dashboard/students/{id}': {
    summary: 'A student of my school, with teachers and progress',
    access: 'schoolAdmin',
    params: byId,
    response: z.object({
      student: z.object({ username: z.string().nullable(), email: z.string().nullable() }),
      teachers: z.array(person),
      progress: z.array(
        z.object({
          subject_id: z.string(),
          year: z.int(),
          session: z.string(),
          paper: z.string(),
          timezone: z.string().nullable(),
          is_completed: z.boolean(),
          score: score.nullable(),
          updated_at: timestamp,
        }),
      ),
    }),
  },
  'GET /schooladmin/dashboard/teachers/{id}/students': {
    summary: 'The students of a teacher of my school',
    access: 'schoolAdmin',
    params: byId,
    response: z.array(person),
  },
  'GET /schooladmin/dashboard/teachers/{id}/pending': {
    summary: 'The pending students of a teacher of my school, with the names that the teacher gave',
    access: 'schoolAdmin',
    params: byId,
    response: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  },
});
