import { z } from 'zod';
import { parseCompletionKey } from '../domain/completion-key.ts';
import { WORD_MAX } from '../domain/words.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idAsText, score, storedText, timestamp } from './fields.ts';

/** What the two write is nobody else's to read. */
const impersonated = { refused: 'Not while viewing as somebody else.' } as const;

const word = z.object({
  id: z.uuid(),
  /** Written by the caller. */
  is_mine: z.boolean(),
  text: z.string(),
  written_at: timestamp,
});
export type Word = z.infer<typeof word>;

const key = z
  .string()
  .max(100)
  .refine((text) => parseCompletionKey(text) !== undefined, 'There is no such paper.');
const ofPaper = z.strictObject({ key });
const newWord = {
  /** Chosen by the client, so that a word that is sent twice is stored once. */
  id: z.uuid(),
  key,
  text: storedText(WORD_MAX, { multiline: true }),
};
const byLink = z.strictObject({ id: idAsText });
const byWord = z.strictObject({ id: z.uuid() });

export const words = endpoints({
  'GET /teachers/students/{id}/attempts': {
    summary:
      "When a student of mine did a paper of a subject we share, newest first; without the student's notes",
    access: 'teacher',
    params: byLink,
    query: ofPaper,
    response: z.object({
      attempts: z.array(z.object({ id: z.int(), done_on: z.iso.date(), score: score.nullable() })),
    }),
  },
  'GET /teachers/students/{id}/words': {
    summary: 'What a student of mine and I wrote about a paper, oldest first; what they wrote counts as read',
    access: 'teacher',
    impersonated,
    params: byLink,
    query: ofPaper,
    response: z.object({ words: z.array(word) }),
  },
  'POST /teachers/students/{id}/words': {
    summary: 'Leave a word on a paper of a student of mine, in a subject we share',
    access: 'teacher',
    impersonated,
    params: byLink,
    json: z.strictObject(newWord),
    response: word,
  },
  'DELETE /teachers/words/{id}': {
    summary: 'Delete a word of mine, for the student too',
    access: 'teacher',
    impersonated,
    params: byWord,
    response: done,
  },
  'POST /teachers/words/{id}/restore': {
    summary: 'Take that back, within a day',
    access: 'teacher',
    impersonated,
    params: byWord,
    response: done,
  },
  'GET /users/me/words': {
    summary: 'What my teachers and I wrote about a paper, by teacher; what they wrote counts as read',
    access: 'student',
    impersonated,
    query: ofPaper,
    response: z.object({
      teachers: z.array(
        z.object({
          link_id: id,
          teacher: z.string(),
          /** Nobody is answered who has not written. */
          may_answer: z.boolean(),
          words: z.array(word),
        }),
      ),
    }),
  },
  'POST /users/me/words': {
    summary: 'Answer a teacher of mine who wrote about a paper',
    access: 'student',
    impersonated,
    json: z.strictObject({ ...newWord, link_id: id }),
    response: word,
  },
  'DELETE /users/me/words/{id}': {
    summary: 'Delete a word of mine, for the teacher too',
    access: 'student',
    impersonated,
    params: byWord,
    response: done,
  },
  'POST /users/me/words/{id}/restore': {
    summary: 'Take that back, within a day',
    access: 'student',
    impersonated,
    params: byWord,
    response: done,
  },
});
