import type { Output } from '../../../../../contract/index.ts';
import { answerTo, bodyOf, call, UNCHANGED } from '../../../api/call.ts';
import { ConnectionError } from '../../../api/errors.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { sessionStore } from '../../../session/session.ts';
import { readStored } from '../../../storage.ts';

/** What the server says about a user's tracker; undefined for what it did not answer. */
export interface Answers {
  subjects: Output<'GET /subjects'> | undefined;
  completion: Output<'GET /completion'> | undefined;
  preferences: Output<'GET /users/me/preferences'> | undefined;
  /** What was stored when it was asked. What has left it since was saved by another tab, perhaps too late for this. */
  storedWork: string | undefined;
  /** Something got no answer at all, which is not the same as a refusal. */
  isUnanswered: boolean;
}

/** The records as they were answered last, to whom, and the tag of that answer. */
let known: { token: string | undefined; tag: string; completion: Output<'GET /completion'> } | undefined;

/** They are the largest of the answers, and nearly always what they were when somebody comes back to the page. */
function askForRecords(): Promise<Output<'GET /completion'>> {
  const token = readStored('token');
  const before = known?.token === token ? known : undefined;
  return withTimeout(async (signal) => {
    const answer = await answerTo('GET /completion', { signal, knownTag: before?.tag });
    if (before && answer.status === UNCHANGED) return before.completion;
    const completion = await bodyOf(answer);
    const tag = answer.headers.get('ETag');
    known = tag === null ? undefined : { token, tag, completion };
    return completion;
  });
}

async function ask(): Promise<Answers> {
  let isUnanswered = false;
  const storedWork = readStored('trackerWork');
  const none = (error: unknown) => {
    isUnanswered ||= error instanceof ConnectionError;
    return undefined;
  };
  const [subjects, completion, preferences] = await Promise.all([
    call('GET /subjects').catch(none),
    askForRecords().catch(none),
    call('GET /users/me/preferences').catch(none),
  ]);
  return { subjects, completion, preferences, storedWork, isUnanswered };
}

/**
 * Asked as soon as this file is there, beside the question who the login belongs to and not after it: a round trip
 * less before a student sees their papers. Used only if by then the same login is still stored.
 */
let early = askEarly();

function askEarly(): { token: string; answers: Promise<Answers> } | undefined {
  const token = readStored('token');
  if (token === undefined || sessionStore.read().status !== 'loading') return undefined;
  return { token, answers: ask() };
}

/** What was asked on a line that failed is no answer to a question put later. */
export function forgetEarly(): void {
  early = undefined;
}

export function askServer(): Promise<Answers> {
  const asked = early;
  early = undefined;
  return asked !== undefined && asked.token === readStored('token') ? asked.answers : ask();
}
