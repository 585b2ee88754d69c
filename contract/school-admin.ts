import { z } from 'zod';
import { WHICH_PAPERS } from '../domain/papers.ts';
import {
  INACTIVE_DAYS,
  MAX_REPORTS,
  SCORE_BANDS,
  SORT_ORDERS,
  USER_SORTS,
} from '../domain/school-dashboard.ts';
import { defaultYearRange } from '../domain/years.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText, role, score, shownOnce, subjectId, timestamp, yearAsText } from './fields.ts';
import { pageOfList } from './lists.ts';

const person = z.object({ id, username: z.string().nullable(), email: z.string().nullable() });
const byId = z.strictObject({ id: idAsText });

/** Which papers the figures are about; as in a student's tracker where nothing was chosen. */
const chosenPapers = {
  from: yearAsText.default(() => defaultYearRange().startYear),
  to: yearAsText.default(() => defaultYearRange().endYear),
  papers: z.enum(WHICH_PAPERS).default('all'),
};
const inOrder: [(range: { from: number; to: number }) => boolean, string] = [
  ({ from, to }) => from <= to,
  'The start year is after the end year.',
];

const isAsked = z
  .literal('1')
  .transform(() => true)
  .default(false);
/** Which users, in which order: the same in a list, an export and reports. An id of another school finds nobody. */
const chosenUsers = pageOfList.pick({ q: true }).extend({
  role: role.optional(),
  /** Students of this teacher, in this group of the school, who take this subject; the figures are then of the subject. */
  teacher_id: idAsText.optional(),
  group_id: idAsText.optional(),
  subject_id: subjectId.optional(),
  /** Students who have changed nothing for so many days. */
  inactive_days: z.enum(INACTIVE_DAYS).transform(Number).optional(),
  /** Students who have changed something in the last seven days. */
  active_this_week: isAsked,
  /** Students whom no teacher of the school follows. */
  without_teacher: isAsked,
  /** Whose address was never confirmed. */
  unconfirmed: isAsked,
  sort: z.enum(USER_SORTS).default('id'),
  order: z.enum(SORT_ORDERS).default('asc'),
  ...chosenPapers,
});

/** Figures of what a student does; null for whoever is no student. */
const userRow = person.extend({
  role,
  email_confirmed: z.boolean(),
  /** The school's name of the person, if it gave one. */
  name: z.string().nullable(),
  done: z.int().nullable(),
  total: z.int().nullable(),
  average: score.nullable(),
  /** The day (UTC) on which the student last changed a record. */
  last_activity: z.iso.date().nullable(),
});

/** Papers times students, of set work that is open or was due in the last weeks. */
const setSums = { set_done: z.int(), set_total: z.int() };

/** A student in one subject. */
const subjectSummary = z.object({
  subject_id: z.string(),
  done: z.int(),
  total: z.int(),
  average: score.nullable(),
  /** The newest, in the order in which they were got. */
  scores: z.array(score),
  ...setSums,
  /** Of those that are done. */
  set_late: z.int(),
});

const statistics = z.object({
  completed_papers: z.int(),
  avg_score: z.number().nullable(),
  active_users: z.int(),
  /** Of how many `active_users` are the active ones. */
  students: z.int(),
  monthly_trend: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), completed: z.int() })),
  subject_stats: z.array(
    z.object({
      subject_id: z.string(),
      completed_papers: z.int(),
      avg_score: z.number().nullable(),
      /** How many scores there are from 0 to 19, from 20 to 39, and so on. */
      bands: z.array(z.int()).length(SCORE_BANDS),
      ...setSums,
    }),
  ),
});

export const schoolAdmin = endpoints({
  'GET /schooladmin/settings': {
    summary: 'What my school has decided for its people',
    access: 'schoolAdmin',
    response: z.object({ share_pages: z.boolean() }),
  },
  'GET /schooladmin/dashboard/statistics': {
    summary: 'My school in figures',
    access: 'schoolAdmin',
    response: statistics,
  },
  'GET /schooladmin/dashboard/users': {
    summary: 'Everybody at my school, with what students have done',
    access: 'schoolAdmin',
    query: chosenUsers.extend(pageOfList.shape).refine(...inOrder),
    response: z.array(userRow),
  },
  'POST /schooladmin/dashboard/users/export': {
    summary: 'Export the users that match the filter; this is audited',
    access: 'schoolAdmin',
    impersonated: { refused: 'Users cannot be exported while viewing as somebody else.' },
    // As the list's address has them.
    json: chosenUsers.refine(...inOrder),
    response: z.array(userRow),
  },
  'GET /schooladmin/dashboard/facts': {
    summary: 'What to look at first: how many students are active, inactive and without a teacher',
    access: 'schoolAdmin',
    response: z.object({
      users: z.int(),
      teachers: z.int(),
      students: z.int(),
      active_this_week: z.int(),
      /** For 14 days. */
      inactive: z.int(),
      without_teacher: z.int(),
      unconfirmed: z.int(),
    }),
  },
  'GET /schooladmin/dashboard/choices': {
    summary: 'What the users of my school can be filtered by',
    access: 'schoolAdmin',
    response: z.object({
      teachers: z.array(z.object({ id, name: z.string() })),
      groups: z.array(z.object({ id, name: z.string() })),
      /** Those that students of the school take. */
      subjects: z.array(z.string()),
    }),
  },
  'GET /schooladmin/dashboard/reports': {
    summary: `Of each student that matches the filter, how they are doing; at most ${MAX_REPORTS}`,
    access: 'schoolAdmin',
    query: chosenUsers.extend({ id: idAsText.optional() }).refine(...inOrder),
    response: z.object({
      reports: z.array(
        z.object({
          id,
          username: z.string().nullable(),
          name: z.string().nullable(),
          /** The names of the school's groups. */
          groups: z.array(z.string()),
          subjects: z.array(subjectSummary),
        }),
      ),
    }),
  },
  'GET /schooladmin/dashboard/teachers': {
    summary: 'The teachers at my school',
    access: 'schoolAdmin',
    response: z.array(
      person.extend({
        name: z.string().nullable(),
        /** How many students each has at this school, and how many are pending. */
        students: z.int(),
        pending: z.int(),
        last_login: timestamp.nullable(),
        /** How many times papers are set whose day is still to come. */
        set_open: z.int(),
        ...setSums,
      }),
    ),
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
    // For the summary alone.
    query: z.strictObject(chosenPapers).refine(...inOrder),
    response: z.object({
      student: z.object({
        username: z.string().nullable(),
        email: z.string().nullable(),
        name: z.string().nullable(),
      }),
      /** The names of the school's groups. */
      groups: z.array(z.string()),
      teachers: z.array(person),
      summary: z.array(subjectSummary),
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
