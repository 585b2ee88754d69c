import { emailProblem } from '../../../../domain/accounts.ts';
import { detailOf, type Failure, failureOf, statusOf } from '../../api/failure.ts';
import type { Entry } from './addresses.ts';
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
    ? (detailOf(error) ?? 'Student with this email already added')
    : 'Failed to add student. Please try again.';
}

export async function tryToAdd({ email, name }: Entry): Promise<Answer> {
  const problem = emailProblem(email);
  if (problem !== undefined) return { status: 'failed', email, sentence: problem };
  try {
    const added = await addStudent(email, name);
    return added.status === 'active'
      ? { status: 'active', email: added.email, sentence: ADDED.active }
      : {
          status: 'pending',
          email: added.email,
          sentence: ADDED.pending,
          name: added.name,
          link: added.invitation_link ?? '',
        };
  } catch (error) {
    const failure: Failure = failureOf(error, sentenceFor);
    return { status: 'failed', email, ...failure };
  }
}
