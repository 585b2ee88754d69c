import { setImmediate as others } from 'node:timers/promises';
import { attemptChange } from '../../../contract/spreadsheet.ts';
import { MOST_ATTEMPTS } from '../../../domain/attempts.ts';
import { completionKey } from '../../../domain/completion-key.ts';
import type { Context } from '../../context.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { badRequest, describeIssue, HttpError, notLoggedIn, unprocessable } from '../../http/errors.ts';
import { type AttemptChange, changeAttempts, getAttemptsJson } from './spreadsheet.queries.ts';

/** This many changes are checked at a time; other callers are served in between. */
const CHUNK = 100;

/** Refuses all of them because of one. */
const readChanges = async (given: readonly unknown[]): Promise<AttemptChange[]> => {
  const changes: AttemptChange[] = [];
  const seen = new Set<string>();
  for (const [index, item] of given.entries()) {
    if (index > 0 && index % CHUNK === 0) await others();
    const read = attemptChange.safeParse(item);
    if (!read.success) throw unprocessable(`Row ${index + 1}: ${describeIssue(read.error)}`);
    const { subject_id: subjectId, entered_at: enteredAt, ...rest } = read.data;
    const change = { subjectId, enteredAt, ...rest };
    const attempt = `${completionKey(change)} ${enteredAt}`;
    if (seen.has(attempt)) throw unprocessable(`Row ${index + 1}: This attempt is listed twice.`);
    seen.add(attempt);
    changes.push(change);
  }
  return changes;
};

export const spreadsheetRoutes = ({ db, throttle }: Context) =>
  ({
    'GET /completion/spreadsheet': async ({ user }) =>
      new RawJson(`{"attempts":${await getAttemptsJson(db, user.id)}}`),

    'POST /completion/spreadsheet': async ({ user, json }) => {
      await throttle.hit('bulk', `user ${user.id}`);
      const outcome = await changeAttempts(db, user.id, await readChanges(json.changes));
      if (outcome === 'no user') throw notLoggedIn();
      if (outcome === 'outdated') throw new HttpError(409, 'Your papers have changed since.');
      if (outcome === 'too many') throw badRequest(`A paper has at most ${MOST_ATTEMPTS} attempts.`);
      return SUCCESS;
    },
  }) satisfies Handlers;
