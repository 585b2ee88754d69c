import { z } from 'zod';
import { TIMEZONES } from '../domain/papers.ts';
import { endProblem, SHOWN_NAME_MAX } from '../domain/share-pages.ts';
import { SESSIONS } from '../domain/years.ts';
import { endpoints } from './endpoint.ts';
import { givenLinkToken, score, storedText, subjectIds, timestamp } from './fields.ts';

const sharePage = z.object({
  id: z.uuid(),
  name: z.string(),
  subjects: z.array(z.string()),
  /** The last day on which it opens. */
  ends_on: z.iso.date(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  /** Null on an instance that was restored from a backup: the page opens, but nobody knows its address here. */
  link: z.string().nullable(),
});

const endsOn = z.iso.date().superRefine((day, context) => {
  const message = endProblem(day, Date.now());
  if (message) context.addIssue({ code: 'custom', message });
});

const figures = { completed: z.int(), total: z.int(), average: score.nullable() };

/** What whoever has the link sees, and nothing else of the student. */
const sharedProgress = z.object({
  name: z.string(),
  ends_on: z.iso.date(),
  /** Only papers that were set count for the student. */
  only_set: z.boolean(),
  ...figures,
  subjects: z.array(
    z.object({
      subject_id: z.string(),
      ...figures,
      sittings: z.array(
        z.object({
          year: z.int(),
          session: z.enum(SESSIONS),
          papers: z.array(
            z.object({
              label: z.string(),
              unset: z.boolean(),
              versions: z.array(
                z.object({
                  timezone: z.enum(TIMEZONES).nullable(),
                  done: z.boolean(),
                  score: score.nullable(),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type SharedProgress = z.infer<typeof sharedProgress>;

const REFUSED = 'Share pages belong to the student. They are closed while viewing as somebody else.';

export const sharePages = endpoints({
  'GET /users/me/share-pages': {
    summary: 'The pages I share, newest first, and whether my school allows them',
    access: 'student',
    // A link that the platform admin has seen would go on opening after the visit.
    impersonated: { refused: REFUSED },
    response: z.object({ is_on: z.boolean(), pages: z.array(sharePage) }),
  },
  'POST /users/me/share-pages': {
    summary: 'Share my progress in these subjects until a day',
    access: 'student',
    impersonated: { refused: REFUSED },
    json: z.strictObject({
      name: storedText(SHOWN_NAME_MAX).transform((name) => name.trim()),
      subjects: subjectIds.min(1, 'Choose at least one subject.'),
      ends_on: endsOn,
    }),
    response: sharePage,
    maxValues: 128,
  },
  'DELETE /users/me/share-pages/{id}': {
    summary: 'Revoke a page; its link is dead at once',
    access: 'student',
    impersonated: { refused: REFUSED },
    params: z.strictObject({ id: z.uuid() }),
    response: null,
  },
  'POST /shared': {
    summary: 'What a share page shows; a dead link, whatever ended it, is answered like one that never was',
    access: 'public',
    json: z.strictObject({ token: givenLinkToken }),
    response: sharedProgress,
  },
});
