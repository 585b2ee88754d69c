import { z } from 'zod';
import { MAX_ATTEMPT_CHANGES, NOTE_MAX } from '../domain/attempts.ts';
import { PAPERS, TIMEZONES } from '../domain/papers.ts';
import { SESSIONS } from '../domain/years.ts';
import { endpoints } from './endpoint.ts';
import {
  done,
  doneOn,
  enteredAt,
  marks,
  marksGiveScore,
  mustExist,
  note,
  paperFields,
  score,
} from './fields.ts';

/** A student's own spreadsheet: all attempts, and changes to many of them at once. */

const attempt = z.object({
  subject_id: z.string(),
  year: z.int(),
  session: z.enum(SESSIONS),
  paper: z.enum(PAPERS),
  timezone: z.enum(TIMEZONES).nullable(),
  /** Of one paper no two attempts have the same. */
  entered_at: z.iso.datetime(),
  done_on: z.iso.date(),
  score: score.nullable(),
  marks: marks.nullable(),
  note: z.string().max(NOTE_MAX).nullable(),
});

const value = z
  .strictObject({
    done_on: doneOn,
    score: score.nullable(),
    marks: marks.nullable(),
    // No note is null, never empty: what was is compared with what is there.
    note: note.transform((text) => text || null).nullable(),
  })
  .refine(...marksGiveScore)
  .nullable();

export const attemptChange = z
  .strictObject({
    ...paperFields,
    entered_at: enteredAt,
    /** Null for an attempt that is added. */
    was: value,
    /** Null for one that is removed. */
    becomes: value,
  })
  .superRefine(mustExist);
export type AttemptChange = z.input<typeof attemptChange>;

/** Each with a note of some length, before and after. */
const BODY_LIMIT = 1024 * 1024;
const VALUES_A_CHANGE = 16;

const REFUSED = 'The spreadsheet is not available while viewing as somebody else.';

export const spreadsheet = endpoints({
  'GET /completion/spreadsheet': {
    summary: 'All my attempts, of all papers',
    access: 'tracker',
    impersonated: { refused: REFUSED },
    response: z.object({ attempts: z.array(attempt) }),
  },
  'POST /completion/spreadsheet': {
    summary: 'Add, change and remove attempts: all of it, or nothing if one of them is not what it was',
    access: 'tracker',
    impersonated: { refused: REFUSED },
    // The handler checks them a few at a time, by `attemptChange`.
    json: z.strictObject({
      changes: z.array(z.unknown()).max(MAX_ATTEMPT_CHANGES, {
        error: `At most ${MAX_ATTEMPT_CHANGES.toLocaleString('en-US')} rows can be imported at once.`,
      }),
    }),
    response: done,
    bodyLimit: BODY_LIMIT,
    maxValues: MAX_ATTEMPT_CHANGES * VALUES_A_CHANGE,
  },
});
