import { dueOnProblem } from '../../../../../domain/set-work.ts';
import { call } from '../../../api/call.ts';
import { besideField, detailOf, Refused, RefusedField, statusOf } from '../../../api/failure.ts';
import { changeSet, setPapers } from './set-acts.ts';
import { bodyOf, type Draft, NO_SUCH_SET, type SetStart } from './set-draft.ts';

/** How the server's sentences about the fields of the last step begin. */
/** 'The due day', as a server says that is not upgraded yet. */
const FIELDS = { due_on: /due.(date|day|on)/i, line: /^line/i };

type Sending = {
  id: string;
  isAgain: boolean;
  today: string;
  start: SetStart;
  takers: readonly { id: number }[];
};

/** Sets the papers, or changes what was set. */
export async function send(draft: Draft, { id, isAgain, today, start, takers }: Sending): Promise<void> {
  const { changes, audience: before } = start;
  if (draft.dueOn !== changes?.dueOn) {
    // By the teacher's own calendar; the server, which does not know it, allows a day more.
    const problem =
      draft.dueOn < today ? 'The due date is in the past.' : dueOnProblem(draft.dueOn, Date.now());
    if (problem) throw new RefusedField('due_on', problem);
  }
  const known = new Set(takers.map((student) => student.id));
  if (changes && before?.kind === 'chosen') for (const chosen of before.ids) known.add(chosen);
  const body = bodyOf(draft, known);
  await besideField(
    changes ? tellGone(changes.id, changeSet(changes.id, body)) : setPapers(id, body, isAgain),
    FIELDS,
  );
}

/** The server says of all that is not there the same: whether it is the set work itself, it is asked. */
async function tellGone(id: string, changing: Promise<void>): Promise<void> {
  try {
    await changing;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    const answer = await call('GET /teachers/sets/{id}', { params: { id } }).catch(statusOf);
    throw answer === 404 ? new Refused(NO_SUCH_SET) : error;
  }
}

/** What to say when it was not done. */
export function sendingFailed(error: unknown, { changes }: SetStart): string {
  const status = statusOf(error);
  if (status === 404) return 'The group or one of the students is no longer there. Choose again.';
  return (
    ((status === 409 || status === 422) && detailOf(error)) ||
    `The ${changes ? 'changes could not be saved' : 'papers could not be set'}. Please try again.`
  );
}
