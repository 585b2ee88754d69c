import { setImmediate as others } from 'node:timers/promises';
import { z } from 'zod';
import { doneOn } from '../../../contract/fields.ts';
import { MAX_SKIPPED } from '../../../contract/tracker.ts';
import { completionKey, parseCompletionKey } from '../../../domain/completion-key.ts';
import { timeOn } from '../../../domain/days.ts';
import { areMarksOf, isScore } from '../../../domain/scores.ts';
import type { Context } from '../../context.ts';
import { type Handlers, RawJson, SUCCESS, Unchanged } from '../../http/answer.ts';
import { tagFor, versionIn } from './completion-tag.ts';
import { createCompletionWriter } from './completion-writer.ts';
import {
  countWritten,
  type GuestTick,
  listSubjects,
  mergeCompletions,
  readCompletion,
  replaceSubjects,
} from './tracker.queries.ts';

/** A record as a guest's browser keeps it. */
const guestRecord = z.object({
  is_completed: z.boolean(),
  score: z.number().nullish(),
  marks: z.string().nullish(),
  /** By the guest's clock. */
  completed_at: z.iso.datetime().optional().catch(undefined),
  done_on: doneOn.optional().catch(undefined),
});

const A_YEAR_MS = 365 * 86_400_000;
const clamp = (age: number): number => Math.min(A_YEAR_MS, Math.max(0, age));

/** What can be made of one of a guest's records; undefined for an invalid one. */
const readGuestRecord = (
  userId: number,
  sentAt: string | undefined,
  [key, value]: [string, unknown],
): GuestTick | undefined => {
  const paper = parseCompletionKey(key);
  if (!paper) return undefined;
  const record = guestRecord.safeParse(value);
  if (!record.success) return undefined;
  const { is_completed: isCompleted, score = null, marks = null, done_on } = record.data;
  if ((score !== null && !isScore(score)) || !areMarksOf(marks, score)) return undefined;
  const { completed_at: completedAt } = record.data;
  const tickedAt = completedAt ? Date.parse(completedAt) : undefined;
  // A time that only stands for the day that was named does not say when it was ticked.
  const isKnown = tickedAt !== undefined && !(done_on && tickedAt === timeOn(done_on));
  // A clock may be wrong; the time that has passed by it is right, unless it was adjusted meanwhile.
  const age = sentAt && isKnown ? clamp(Date.parse(sentAt) - tickedAt) : null;
  const kept = isCompleted ? { score, marks } : { score: null, marks: null };
  return { ...paper, userId, isCompleted, ...kept, doneOn: done_on, age };
};

/** This many of a guest's records are checked and written at a time; other callers are served in between. */
const CHUNK = 100;

export const trackerRoutes = ({ db, throttle }: Context) => {
  const write = createCompletionWriter(db);

  return {
    'GET /subjects': async ({ user }) => ({ subjects: await listSubjects(db, user.id) }),

    'POST /subjects': async ({ user, json, record }) => {
      await db.transaction(async (tx) => {
        const isChanged = await replaceSubjects(tx, user.id, json.subjects);
        await record(tx, isChanged ? 1 : 0);
      });
      return { ...SUCCESS, subjects: json.subjects };
    },

    'GET /completion': async ({ user, request }) => {
      const known = versionIn(request.headers['if-none-match'], user);
      const { version, json } = await readCompletion(db, user, known);
      const tag = tagFor(user, version);
      return json === null ? new Unchanged(tag) : new RawJson(json, tag);
    },

    'POST /completion': async ({ user, json, record }) => {
      const { subject_id: subjectId, is_completed: isCompleted, done_on, note, restores, ...paper } = json;
      // Unticking clears the score, whatever was sent with it.
      const score = isCompleted ? json.score : null;
      const marks = isCompleted ? json.marks : null;
      // Nor may a visitor write over what they are not shown.
      const words = user.visitId === null ? { note, restores } : { restores };
      const change = {
        ...paper,
        ...words,
        subjectId,
        userId: user.id,
        isCompleted,
        score,
        marks,
        doneOn: done_on,
      };
      await write({ change, ...(user.visitId !== null && { record }) });
      return {
        ...SUCCESS,
        key: completionKey({ ...paper, subjectId }),
        is_completed: isCompleted,
        score,
      };
    },

    'POST /completion/bulk': async ({ user, json, record }) => {
      await throttle.hit('bulk', `user ${user.id}`);
      // The write may turn out to be empty.
      await record(db, 0);
      const entries = Object.entries(json.completion_data);
      const skipped: string[] = [];
      let imported = 0;
      for (let from = 0; from < entries.length; from += CHUNK) {
        const chunk = entries
          .slice(from, from + CHUNK)
          .map((entry) => [entry[0], readGuestRecord(user.id, json.sent_at, entry)] as const);
        // A guest's untick means nothing to an account: merging never removes anything.
        const ticks = chunk.flatMap(([, change]) => (change?.isCompleted ? [change] : []));
        let unticked = new Set<string>();
        if (ticks.length > 0) {
          await db.transaction(async (tx) => {
            unticked = await mergeCompletions(tx, user, ticks);
            if (user.visitId !== null) await record(tx, await countWritten(tx, ticks));
          });
        }
        for (const [key, change] of chunk) {
          if (change && !(change.isCompleted && unticked.has(key))) imported += 1;
          else if (skipped.length < MAX_SKIPPED) skipped.push(key);
        }
        await others();
      }
      return { imported, skipped };
    },
  } satisfies Handlers;
};
