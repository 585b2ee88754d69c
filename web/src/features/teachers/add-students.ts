import { emailProblem, normaliseEmail } from '../../../../domain/accounts.ts';
import { STUDENT_ALREADY_ADDED } from '../../../../domain/messages.ts';
import { call } from '../../api/call.ts';
import { detailOf, type Failure, failureOf, Refused, statusOf } from '../../api/failure.ts';
import type { Entry } from './addresses.ts';
import { changeGroup, groupFinder } from './groups/group-calls.ts';
import type { Group } from './groups/useGroups.ts';
import { addStudent } from './useStudents.ts';

/** What became of one address. */
export type Answer =
  | { status: 'active'; email: string; sentence: string }
  | { status: 'pending'; email: string; sentence: string; name: string | null; link: string }
  | {
      status: 'failed';
      email: string;
      sentence: string;
      hint?: string | undefined;
    };

const ADDED = {
  active: 'Student added successfully! They are already registered in the system.',
  pending: 'Student added successfully! They need to register with the provided email address.',
};

function sentenceFor(error: unknown): string {
  return statusOf(error) === 400
    ? (detailOf(error) ?? STUDENT_ALREADY_ADDED)
    : 'Failed to add student. Please try again.';
}

type ToAdd = Pick<Entry, 'email' | 'name'> & { groups: readonly string[] };
/** What became of one, and the groups that are still to be joined. */
type Outcome = { answer: Answer; joins: readonly Group[] };

/** Adds them one by one. Adding puts a student into one group; those who need more are joined, and answered, at the end. */
export async function addStudents<E extends ToAdd>(
  entries: readonly E[],
  onAnswer: (entry: E, answer: Answer) => void,
): Promise<void> {
  const find = groupFinder();
  const joining = new Map<E, Outcome>();
  for (const entry of entries) {
    const outcome = await tryToAdd(entry, find);
    if (outcome.joins.length > 0) joining.set(entry, outcome);
    else onAnswer(entry, outcome.answer);
  }
  if (joining.size === 0) return;
  const failure = await tryToJoin([...joining.values()]);
  for (const [entry, { answer }] of joining)
    onAnswer(entry, failure ? { status: 'failed', email: answer.email, ...failure } : answer);
}

async function tryToAdd(entry: ToAdd, find: ReturnType<typeof groupFinder>): Promise<Outcome> {
  const { email } = entry;
  const problem = emailProblem(email);
  if (problem !== undefined) return { answer: { status: 'failed', email, sentence: problem }, joins: [] };
  try {
    const wanted: Group[] = [];
    for (const name of entry.groups) wanted.push(await findGroup(name, find));
    return await add(entry, wanted);
  } catch (error) {
    return { answer: { status: 'failed', email, ...failureOf(error, sentenceFor) }, joins: [] };
  }
}

async function add({ email, name }: ToAdd, wanted: readonly Group[]): Promise<Outcome> {
  const [first, ...others] = wanted;
  try {
    const added = await addStudent(email, name, first?.id);
    const { status } = added;
    const said = { email: added.email, sentence: ADDED[status] };
    return {
      answer:
        status === 'active'
          ? { status, ...said }
          : { status, ...said, name: added.name, link: added.invitation_link ?? '' },
      joins: others,
    };
  } catch (error) {
    if (!first || detailOf(error) !== STUDENT_ALREADY_ADDED) throw error;
    const sentence = `Already in your list. Now in ${wanted.map((group) => group.name).join(', ')}.`;
    return { answer: { status: 'active', email, sentence }, joins: wanted };
  }
}

/** Why there cannot be such a group the server says best. */
async function findGroup(name: string, find: ReturnType<typeof groupFinder>): Promise<Group> {
  try {
    return await find(name);
  } catch (error) {
    const isRefused = statusOf(error) === 409 || statusOf(error) === 422;
    throw isRefused ? new Refused(detailOf(error) ?? '', { cause: error }) : error;
  }
}

async function tryToJoin(joining: readonly Outcome[]): Promise<Failure | undefined> {
  try {
    await join(joining);
    return undefined;
  } catch (error) {
    return failureOf(error, sentenceFor);
  }
}

/** A class list that is pasted to make a group names students who are there already. */
async function join(joining: readonly Outcome[]): Promise<void> {
  const { students } = await call('GET /teachers/students');
  // As they are now: others have joined by being added.
  const { groups } = await call('GET /teachers/groups');
  for (const { id, name, students: members } of groups) {
    const emails = joining
      .filter(({ joins }) => joins.some((group) => group.id === id))
      .map(({ answer }) => normaliseEmail(answer.email));
    const joined = students.filter((one) => emails.includes(one.email) && !members.includes(one.id));
    if (joined.length > 0) await changeGroup(id, name, [...members, ...joined.map((one) => one.id)]);
  }
}
