import { dueOnProblem } from '../../../../../domain/set-work.ts';
import { besideField, RefusedField } from '../../../api/failure.ts';
import { bodyOf, type Draft, type SetStart } from './set-draft.ts';
import { changeSet, setPapers } from './set-work.ts';

/** How the server's sentences about the fields of the last step begin. */
const FIELDS = { due_on: /due.(day|on)/i, line: /^line/i };

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
      draft.dueOn < today ? 'The due day is in the past.' : dueOnProblem(draft.dueOn, Date.now());
    if (problem) throw new RefusedField('due_on', problem);
  }
  const known = new Set(takers.map((student) => student.id));
  if (changes && before?.kind === 'chosen') for (const chosen of before.ids) known.add(chosen);
  const body = bodyOf(draft, known);
  await besideField(changes ? changeSet(changes.id, body) : setPapers(id, body, isAgain), FIELDS);
}
