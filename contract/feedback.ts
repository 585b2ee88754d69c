import { z } from 'zod';
import { EMAIL_MAX } from '../domain/accounts.ts';
import { ANONYMOUS, FEEDBACK_MAX } from '../domain/feedback.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText, storedText, timestamp } from './fields.ts';
import { pageOfList } from './lists.ts';

/** A user's message, as the platform admin reads it. */
const feedbackEntry = z.object({
  id,
  message: z.string(),
  /** Where an answer should go, if one is wanted. */
  email: z.string().nullable(),
  /** Who was logged in, if anybody. */
  username: z.string().nullable(),
  user_email: z.string().nullable(),
  created_at: timestamp,
  done_at: timestamp.nullable(),
});
export type FeedbackEntry = z.infer<typeof feedbackEntry>;

export const feedback = endpoints({
  'POST /feedback': {
    summary: 'Send feedback',
    access: 'anyone',
    impersonated: { records: 'feedback' },
    json: z.strictObject({
      message: storedText(FEEDBACK_MAX, { multiline: true }),
      // An address or the word Anonymous. The server knows better than the page who is logged in, and when.
      email: z.union([z.literal(ANONYMOUS), z.email().max(EMAIL_MAX)]),
      timestamp: z.string().max(40),
      user: z.string().max(EMAIL_MAX),
    }),
    response: done,
    // Enough for a message in which every character is escaped.
    bodyLimit: 40 * 1024,
  },
  'GET /admin/feedback': {
    summary: 'What users said, newest first',
    access: 'platformAdmin',
    query: pageOfList,
    response: z.array(feedbackEntry),
  },
  'POST /admin/feedback/{id}/done': {
    summary: 'Mark feedback as done or not done',
    access: 'platformAdmin',
    params: z.strictObject({ id: idAsText }),
    json: z.strictObject({ done: z.boolean() }),
    response: feedbackEntry,
  },
});
