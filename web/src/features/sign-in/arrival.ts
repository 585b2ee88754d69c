import { ARCHIVED } from '../../../../domain/messages.ts';
import { SIGN_IN_PROBLEMS, type SignInProblem } from '../../../../domain/sign-in.ts';

/** What somebody brings back from their school, in the fragment of the address, which no server and no log sees. */
export type Arrival =
  | { is: 'nothing' }
  | { is: 'code'; code: string }
  | { is: 'join'; code: string; mayDisown: boolean }
  | { is: 'joined' }
  | { is: 'problem'; problem: SignInProblem };

export function arrivalIn(hash: string): Arrival {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const [code, join, problem] = [values.get('code'), values.get('join'), values.get('problem')];
  if (code) return { is: 'code', code };
  if (join) return { is: 'join', code: join, mayDisown: values.has('disown') };
  if (values.has('joined')) return { is: 'joined' };
  const known = SIGN_IN_PROBLEMS.find((name) => name === problem);
  return known ? { is: 'problem', problem: known } : { is: 'nothing' };
}

export const NO_SIGN_IN = 'No school sign-in for this address.';

export const PROBLEMS: Record<SignInProblem, string> = {
  off: 'This school has no sign-in of its own.',
  away: 'Your school’s sign-in does not answer.',
  stale: 'This sign-in was used or is too old. Start again.',
  refused: 'Your school’s sign-in did not let you in. Try again, or ask your school.',
  foreign: 'That account does not belong to this school. Try your school account.',
  unknown: 'Your school has not added you yet. Ask your school.',
  archived: ARCHIVED,
  taken: 'This account or sign-in is already linked to someone else. Ask your school.',
};
