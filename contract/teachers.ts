import { z } from 'zod';
import { SITS, WHICH_PAPERS } from '../domain/papers.ts';
import { NAME_MAX } from '../domain/school.ts';
import { endpoints } from './endpoint.ts';
import {
  done,
  emailOrUsername,
  givenInvitation,
  id,
  idAsText,
  score,
  storedText,
  subjectId,
  subjectIds,
  timestamp,
  timezoneOverride,
  yearAsText,
} from './fields.ts';
import { setState } from './set-work.ts';

const status = z.enum(['active', 'pending']);
/** The teacher's own name for a student. */
const givenName = storedText(NAME_MAX).nullable();
const byId = z.strictObject({ id: idAsText });

/** Papers with files that the student lets me see, and how many. */
const sharedFiles = z.record(z.string(), z.int());

/** Papers that the student and I wrote about, and how many of the student's words I have not read. */
const paperWords = z.record(z.string(), z.int());

const teachersStudent = z.object({
  id,
  name: z.string().nullable(),
  /** Of a student without an address the username. */
  email: z.string(),
  status,
  /** For passing on once more, while the student is pending. */
  invitation_link: z.string().nullable(),
});

const invitation = z.object({
  email: z.string(),
  name: z.string().nullable(),
  status,
  invitation_link: z.string().nullable(),
  invitation_token: z.string().nullable(),
});

/** The papers that were done more than once. Their score is that of the newest attempt. */
const again = z.record(z.string(), z.object({ attempts: z.int(), best_score: score.nullable() }));

/** One student in the class grid: which papers of the subject are done, with their scores. */
const gridStudent = z.object({
  id,
  name: z.string().nullable(),
  email: z.string(),
  /** Where the student's choice differs from the subject's default; with what they sit, it decides what counts. */
  timezones: timezoneOverride,
  sits: z.enum(SITS),
  last_activity: timestamp.nullable(),
  completion: z.record(z.string(), score.nullable()),
  again,
  files: sharedFiles,
  /** What I have set and is not simply done, by the key of the paper: of one that is set twice the more urgent. */
  set: z.record(z.string(), z.object({ set_id: z.uuid(), due_on: z.iso.date(), state: setState })),
  words: paperWords,
});

/** One student in the list, counted over all subjects that the two share. */
const studentProgress = z.object({
  id,
  completed: z.int(),
  total: z.int(),
  average: score.nullable(),
  last_activity: timestamp.nullable(),
  /** Those that the two share. */
  subjects: z.array(z.string()),
});

/** A teacher as the followed student sees them. */
const follower = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  status,
  subjects: z.array(z.string()),
});

export const teachers = endpoints({
  'GET /teachers/subjects': {
    summary: 'The subjects I teach',
    access: 'teacher',
    response: z.object({ subjects: z.array(z.string()) }),
  },
  'POST /teachers/subjects': {
    summary: 'Replace the subjects I teach',
    access: 'teacher',
    impersonated: { records: 'subjects_taught' },
    json: z.strictObject({ subjects: subjectIds }),
    response: done.extend({ subjects: z.array(z.string()) }),
  },
  'GET /teachers/students': {
    summary: 'My students, newest first',
    access: 'teacher',
    response: z.object({ students: z.array(teachersStudent) }),
  },
  'POST /teachers/students': {
    summary:
      'Follow a student by e-mail, or one of my school without an address by username; an unknown address is invited',
    access: 'teacher',
    impersonated: { records: 'students_added' },
    /** With a group of mine, the student is put into it at once. */
    json: z.strictObject({ email: emailOrUsername, name: givenName, group_id: id.optional() }),
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
      again,
      // By subject, of those we share: with the student's own variants, a teacher counts what the student counts.
      last_activity: z.record(z.string(), timestamp),
      timezone_overrides: z.record(z.string(), timezoneOverride),
      sits: z.enum(SITS),
      files: sharedFiles,
      /** Their names, mine and the school's. */
      groups: z.array(z.string()),
      /** What I have set, earliest day first, until some weeks after its day. */
      set: z.array(
        z.object({
          set_id: z.uuid(),
          subject_id: z.string(),
          due_on: z.iso.date(),
          papers: z.record(z.string(), setState),
        }),
      ),
      words: paperWords,
    }),
  },
  'PUT /teachers/students/{id}': {
    summary: 'Correct the name that I gave a student; null for none',
    access: 'teacher',
    impersonated: { records: 'students_renamed' },
    params: byId,
    json: z.strictObject({ name: givenName }),
    response: done,
  },
  'DELETE /teachers/students/{id}': {
    summary: 'Stop following a student',
    access: 'teacher',
    impersonated: { records: 'students_removed' },
    params: byId,
    response: done,
  },
  'GET /teachers/grid': {
    summary: 'My students who take a subject I teach, against its papers',
    access: 'teacher',
    query: z.strictObject({ subject_id: subjectId }),
    response: z.object({ students: z.array(gridStudent) }),
  },
  'POST /invitation': {
    summary: 'Who has sent an invitation; whether its address has an account is not said',
    access: 'public',
    json: z.strictObject({ token: givenInvitation }),
    response: z.object({
      /** Of the link, as in my list of teachers. */
      id,
      teacher: z.string(),
    }),
  },
  'GET /teachers/progress': {
    summary: 'How my active students are doing in the subjects we share, over the papers of some years',
    access: 'teacher',
    query: z
      .strictObject({ from: yearAsText, to: yearAsText, papers: z.enum(WHICH_PAPERS).default('all') })
      .refine(({ from, to }) => from <= to, 'The start year is after the end year.'),
    response: z.object({ students: z.array(studentProgress) }),
  },
  'GET /users/me/teachers': {
    summary: 'Who follows me, or asks to',
    access: 'student',
    response: z.object({ teachers: z.array(follower) }),
  },
  'POST /users/me/teachers/{id}/accept': {
    summary: 'Let a teacher of another school follow me',
    access: 'student',
    impersonated: { refused: 'A teacher cannot be accepted while viewing as somebody else.' },
    params: byId,
    response: done,
  },
  'DELETE /users/me/teachers/{id}': {
    summary: 'Decline a teacher, or stop being followed',
    access: 'student',
    impersonated: { refused: 'A teacher cannot be declined or removed while viewing as somebody else.' },
    params: byId,
    response: done,
  },
});
