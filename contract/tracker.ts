import { z } from 'zod';
import { endpoints, LIST_BODY_LIMIT } from './endpoint.ts';
import {
  done,
  doneOn,
  marks,
  marksGiveScore,
  mustExist,
  note,
  paperFields,
  score,
  subjectIds,
  timestamp,
} from './fields.ts';

/** A paper's record. A score needs a completed paper: unticking clears it. */
export const completionRecord = z.object({
  is_completed: z.boolean(),
  score: score.nullable(),
  /** Only where the score was entered as marks. */
  marks: marks.optional(),
  file_count: z.int().min(0),
  /** How often it was done; 0 while it is not ticked. The score and the time are those of the newest attempt. */
  attempts: z.int().min(0),
  best_score: score.nullable(),
  /** The days of the attempts before the newest, if there are any. */
  earlier: z.array(z.iso.date()).optional(),
  /** To oneself, of the newest attempt; not shown to a visitor. */
  note: z.string().optional(),
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
    /** Without it the note stays as it is; an empty one removes it. */
    note: note.optional(),
    /** Undoes an untick: what it removed is back, with all attempts. */
    restores: z.literal(true).optional(),
  })
  .superRefine(mustExist)
  .refine(...marksGiveScore);

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
    tagged: true,
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
