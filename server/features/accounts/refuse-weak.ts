import { type PasswordOwner, passwordProblem } from '../../../domain/accounts.ts';
import { patternOf } from '../../../domain/password-patterns.ts';
import { wordGroupOf, wordsIn } from '../../../domain/password-words.ts';
import { unprocessable } from '../../http/errors.ts';
import { isCommonPassword, isCommonWord } from './common-passwords.ts';

const WEAKNESSES = {
  known: 'is too well known',
  repeat: 'repeats the same characters',
  sequence: 'is little more than a sequence such as abcd or 4321',
  keyboard: 'is little more than a row of keys',
  date: 'is a date',
  product: 'is little more than the name Tickmark',
  ib: 'is little more than words that everybody at an IB school knows',
  school: "is little more than the school's name",
  user: 'is little more than the username or email',
  admin: "is little more than the word admin or the server's address",
  listed: 'is little more than one well-known word',
} as const;

const PRODUCT = wordsIn('Tick Mark');
const IB = ['IB Diploma', 'past papers', 'student teacher'].flatMap(wordsIn);

/** What somebody who guesses would know. */
type Known = Partial<Record<'school' | 'user' | 'admin', readonly string[]>>;

/** Why a password is easy to guess, to follow the name of the field; undefined when it is not. */
export const weaknessOf = (
  password: string,
  { school = [], user = [], admin = [] }: Known,
): string | undefined => {
  const groups = {
    product: PRODUCT,
    school: school.flatMap(wordsIn),
    user: user.flatMap(wordsIn),
    admin: admin.flatMap(wordsIn),
    ib: IB,
  };
  const weakness =
    patternOf(password) ??
    (isCommonPassword(password) ? 'known' : wordGroupOf(password, groups, isCommonWord));
  return weakness && WEAKNESSES[weakness];
};

/** For every password that a person chooses. */
export const refuseWeak = (
  password: string,
  owner: PasswordOwner,
  school: { name: string; domain_pattern: string } | undefined,
): void => {
  const problem = passwordProblem(password, owner);
  if (problem) throw unprocessable(problem);
  const weakness = weaknessOf(password, {
    user: [owner.username ?? '', ...(owner.email ?? '').split('@')],
    school: school ? [school.name, school.domain_pattern] : [],
  });
  if (weakness) throw unprocessable(`Password ${weakness}. Try three or four unrelated words.`);
};
