import { z } from 'zod';
import { NOTE_MAX } from '../domain/attempts.ts';
import { endpoints } from './endpoint.ts';
import {
  done,
  doneOn,
  enteredAt,
  idAsText,
  marks,
  marksGiveScore,
  mustExist,
  note,
  paperFields,
  paperTextFields,
  score,
  timestamp,
} from './fields.ts';
import { completionRecord } from './tracker.ts';

const attempt = z.object({
  id: z.int(),
  done_on: z.iso.date(),
  /** When it was ticked, or a time on the day that was named. */
  completed_at: timestamp,
  score: score.nullable(),
  marks: marks.nullable(),
  note: z.string().max(NOTE_MAX).nullable(),
  /** Of two attempts of one day the later entered is the newer. */
  entered_at: timestamp,
});
export type Attempt = z.infer<typeof attempt>;

/** The record of the paper, as `GET /completion` has it after the change. */
const changed = done.extend({ key: z.string(), record: completionRecord });

const values = {
  done_on: doneOn,
  score: score.nullable().default(null),
  marks: marks.nullable().default(null),
  note: note.nullable().default(null),
};

export const attempts = endpoints({
  'GET /completion/attempts': {
    summary: 'How often I have done a paper, newest first',
    access: 'tracker',
    query: z.strictObject(paperTextFields).superRefine(mustExist),
    response: z.object({ attempts: z.array(attempt) }),
  },
  'POST /completion/attempts': {
    summary: 'Add an attempt; the paper is completed by it',
    access: 'tracker',
    impersonated: { records: 'papers' },
    json: z
      .strictObject({
        ...paperFields,
        ...values,
        /** Without it today. */
        done_on: doneOn.optional(),
        /**
         * An attempt of this paper that was entered at that moment is changed instead. Without it, or by a clock that is
         * a day ahead, it is now, and the same attempt sent again within seconds is the same.
         */
        entered_at: z.iso
          .datetime({ precision: 3 })
          .transform((time) => (enteredAt.safeParse(time).success ? time : undefined))
          .optional(),
      })
      .superRefine(mustExist)
      .refine(...marksGiveScore),
    response: changed,
  },
  'PUT /completion/attempts/{id}': {
    summary: 'Change one of my attempts',
    access: 'tracker',
    impersonated: { records: 'papers' },
    params: z.strictObject({ id: idAsText }),
    json: z.strictObject(values).refine(...marksGiveScore),
    response: changed,
  },
  'DELETE /completion/attempts/{id}': {
    summary: 'Remove one of my attempts; with the last one the paper is unticked',
    access: 'tracker',
    // It may have a note, which they neither see nor could bring back.
    impersonated: { refused: 'Attempts cannot be removed while viewing as somebody else.' },
    params: z.strictObject({ id: idAsText }),
    response: changed,
  },
});
