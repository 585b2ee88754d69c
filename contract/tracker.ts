import { z } from 'zod';
import { areMarksOf } from '../domain/scores.ts';
import { endpoints, LIST_BODY_LIMIT } from './endpoint.ts';
import { done, doneOn, marks, mustExist, paperFields, score, subjectIds, timestamp } from './fields.ts';

/** A paper's record. A score needs a completed paper: unticking clears it. */
const completionRecord = z.object({
  is_completed: z.boolean(),
  score: score.nullable(),
  /** Only where the score was entered as marks. */
  marks: marks.optional(),
  file_count: z.int().min(0),
  /** When it was ticked, or a time on the day that was named; null while it is not ticked. */
  completed_at: timestamp.nullable(),
});

/** Keyed by `subject-year-session-paper[-zone]`. */
const completionMap = z.record(z.string(), completionRecord);

const completionChange = z
  .strictObject({
    ...paperFields,
    is_completed: z.boolean(),
    score: score.nullable().default(null),
    marks: marks.nullable().default(null),
    /** Without it today, or the day that a paper done before has. */
    done_on: doneOn.optional(),
  })
  .superRefine(mustExist)
  .refine((change) => areMarksOf(change.marks, change.score), {
    path: ['marks'],
    message: 'The score does not match the marks.',
  });

/** Far more than a guest ticks in five minutes. */
const MAX_BULK_RECORDS = 2000;
/** How many of the invalid keys the answer names. */
export const MAX_SKIPPED = 100;

export const tracker = endpoints({
  'GET /subjects': {
    summary: 'The subjects I take',
    access: 'tracker',
    response: z.object({ subjects: z.array(z.string()) }),
  },
  'POST /subjects': {
    summary: 'Replace the subjects I take',
    access: 'tracker',
    impersonated: { records: 'subjects' },
    json: z.strictObject({ subjects: subjectIds }),
    response: done.extend({ subjects: z.array(z.string()) }),
  },
  'GET /completion': {
    summary: 'All my records',
    access: 'tracker',
    response: completionMap,
  },
  'POST /completion': {
    summary: 'Tick, untick or score one paper',
    access: 'tracker',
    impersonated: { records: 'papers' },
    json: completionChange,
    response: done.extend({ key: z.string(), is_completed: z.boolean(), score: score.nullable() }),
  },
  'POST /completion/bulk': {
    summary: 'Merge records of a guest; invalid ones, and those unticked since, are skipped and named',
    access: 'tracker',
    impersonated: { records: 'papers' },
    // The handler checks the values one by one, so that one bad record does not refuse the rest.
    json: z.strictObject({
      completion_data: z
        .record(z.string(), z.unknown())
        .refine((records) => Object.keys(records).length <= MAX_BULK_RECORDS, 'Too many records.'),
      /** The guest's clock now. Only the time between a tick and now counts. */
      sent_at: z.iso.datetime().optional(),
    }),
    response: z.object({ imported: z.int(), skipped: z.array(z.string()).max(MAX_SKIPPED) }),
    bodyLimit: LIST_BODY_LIMIT,
    maxValues: MAX_BULK_RECORDS * 5,
  },
});
