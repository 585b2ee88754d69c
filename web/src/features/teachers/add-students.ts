import { emailProblem, normaliseEmail } from '../../../../domain/accounts.ts';
import { STUDENT_ALREADY_ADDED } from '../../../../domain/messages.ts';
import { call } from '../../api/call.ts';
import { detailOf, type Failure, failureOf, statusOf } from '../../api/failure.ts';
import type { Entry } from './addresses.ts';
import { changeGroup, groupNamed } from './groups/useGroups.ts';
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

/** The server's own words where it refuses the address, or the group. */
function sentenceFor(error: unknown): string {
  return [400, 409, 422].includes(statusOf(error) ?? 0)
    ? (detailOf(error) ?? STUDENT_ALREADY_ADDED)
    : 'Failed to add student. Please try again.';
}

export async function tryToAdd(entry: Entry): Promise<Answer> {
  const { email } = entry;
  const problem = emailProblem(email);
  if (problem !== undefined) return { status: 'failed', email, sentence: problem };
  try {
    return await add(entry);
  } catch (error) {
    const failure: Failure = failureOf(error, sentenceFor);
    return { status: 'failed', email, ...failure };
  }
}

async function add({ email, name, group }: Entry): Promise<Answer> {
  const wanted = group?.trim() ? await groupNamed(group) : undefined;
  try {
    const added = await addStudent(email, name, wanted?.id);
    if (added.status === 'active') return { status: 'active', email: added.email, sentence: ADDED.active };
    return {
      status: 'pending',
      email: added.email,
      sentence: ADDED.pending,
      name: added.name,
      link: added.invitation_link ?? '',
    };
  } catch (error) {
    if (!wanted || detailOf(error) !== STUDENT_ALREADY_ADDED) throw error;
    await joinGroup(wanted.name, email);
    return { status: 'active', email, sentence: `Already in your list. Now in ${wanted.name}.` };
  }
}

/** A class list that is pasted to make a group names students who are there already. */
async function joinGroup(name: string, email: string): Promise<void> {
  const { students } = await call('GET /teachers/students');
  const found = students.find((student) => student.email === normaliseEmail(email));
  // Others may have joined since the group was asked for.
  const group = await groupNamed(name);
  if (!found || group.students.includes(found.id)) return;
  await changeGroup(group.id, group.name, [...group.students, found.id]);
}
