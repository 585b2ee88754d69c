import { z } from 'zod';
import { isExistingPaper } from '../domain/completion-key.ts';
import {
  AUDIENCES,
  dueOnProblem,
  LINE_MAX,
  MAX_CHOSEN_STUDENTS,
  MAX_SET_PAPERS,
  SET_STATES,
} from '../domain/set-work.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText, paperFields, score, storedText, subjectId, timestamp } from './fields.ts';

/** Papers that a teacher sets (docs/decisions/050-set-work.md). A paper is named by the key of its record. */

export const setState = z.enum(SET_STATES);

const entry = z.object({
  id: z.uuid(),
  subject_id: z.string(),
  papers: z.array(z.string()),
  due_on: z.iso.date(),
  line: z.string().nullable(),
  created_at: timestamp,
  audience: z.enum(AUDIENCES),
  /** Also one that has been removed since. */
  group: z.object({ id, name: z.string() }).nullable(),
  /** For how many it is, of those who take the subject; and of their papers, how many are in which state. */
  students: z.int(),
  total: z.int(),
  /** In time; what was done late is counted apart. */
  done: z.int(),
  late: z.int(),
  overdue: z.int(),
});

const oneSet = entry.omit({ students: true }).extend({
  /** By name. Nothing is said of the papers of those who do not take the subject any more. */
  students: z.array(
    z.object({
      id,
      name: z.string().nullable(),
      email: z.string(),
      takes_subject: z.boolean(),
      papers: z.record(z.string(), z.object({ state: setState, score: score.nullable() })),
    }),
  ),
  /** Whom the teacher chose one by one, as far as they are still followed. */
  student_ids: z.array(id),
});

const { subject_id: _ofTheWhole, ...paperOfSet } = paperFields;

const given = {
  subject_id: subjectId,
  papers: z
    .array(z.strictObject(paperOfSet))
    .min(1, 'Choose at least one paper.')
    .max(MAX_SET_PAPERS, `At most ${MAX_SET_PAPERS} papers can be set at once.`)
    .refine(
      (papers) => new Set(papers.map((paper) => Object.values(paper).join())).size === papers.length,
      'One of the papers is listed twice.',
    ),
  audience: z.enum(AUDIENCES),
  group_id: id.nullable(),
  student_ids: z
    .array(id)
    .max(MAX_CHOSEN_STUDENTS, `At most ${MAX_CHOSEN_STUDENTS} students can be chosen.`)
    .refine((ids) => new Set(ids).size === ids.length, 'A student is listed twice.'),
  due_on: z.iso.date(),
  line: storedText(LINE_MAX)
    .transform((line) => line.trim())
    .nullable(),
};
type Given = z.output<z.ZodObject<typeof given>>;

/** The parts fit together: the papers are the subject's, and it says for whom in one way. */
const mustFit = (
  { subject_id, papers, audience, group_id, student_ids }: Given,
  context: z.RefinementCtx,
): void => {
  const refuse = (field: keyof Given, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (!papers.every((paper) => isExistingPaper({ subjectId: subject_id, ...paper })))
    refuse('papers', 'One of the papers does not exist.');
  if ((audience === 'group') !== (group_id !== null)) refuse('group_id', 'Choose a group, or none.');
  if ((audience === 'chosen') !== student_ids.length > 0)
    refuse('student_ids', 'Choose students, or everyone.');
};

const byId = z.strictObject({ id: z.uuid() });
const body = { maxValues: 1024 };

export const setWork = endpoints({
  'GET /teachers/sets': {
    summary:
      'The papers I have set, latest day first; for a group, what reaches somebody in it, counted for them',
    access: 'teacher',
    query: z.strictObject({ group_id: idAsText.optional() }),
    response: z.object({ sets: z.array(entry) }),
  },
  'POST /teachers/sets': {
    summary: 'Set papers; sent again with the same id, it is the same set work',
    access: 'teacher',
    impersonated: { records: 'set_work' },
    json: z
      .strictObject({
        ...given,
        id: z.uuid(),
        due_on: given.due_on.superRefine((day, context) => {
          const message = dueOnProblem(day, Date.now());
          if (message) context.addIssue({ code: 'custom', message });
        }),
      })
      .superRefine(mustFit),
    response: entry,
    ...body,
  },
  'GET /teachers/sets/{id}': {
    summary: 'Who has done what of it',
    access: 'teacher',
    params: byId,
    response: oneSet,
  },
  'PUT /teachers/sets/{id}': {
    summary: 'Change it; a day that is past may stay',
    access: 'teacher',
    impersonated: { records: 'set_work' },
    params: byId,
    json: z.strictObject(given).superRefine(mustFit),
    response: entry,
    ...body,
  },
  'DELETE /teachers/sets/{id}': {
    summary: 'Withdraw it',
    access: 'teacher',
    impersonated: { records: 'set_work' },
    params: byId,
    response: done,
  },
  'POST /teachers/sets/{id}/restore': {
    summary: 'Bring back what was withdrawn, within a day',
    access: 'teacher',
    impersonated: { records: 'set_work' },
    params: byId,
    response: done,
  },
  'GET /users/me/from-teachers': {
    summary:
      'What my teachers have set, earliest day first, and the papers that they wrote about, latest first',
    access: 'student',
    response: z.object({
      set_work: z.array(
        z.object({
          id: z.uuid(),
          teacher: z.string(),
          subject_id: z.string(),
          due_on: z.iso.date(),
          line: z.string().nullable(),
          papers: z.array(z.string()),
        }),
      ),
      /** Papers with words between a teacher and me; empty for who views as me. */
      words: z.array(z.object({ teacher: z.string(), link_id: id, key: z.string(), unread: z.int() })),
    }),
  },
});
