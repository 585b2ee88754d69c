import { type PasswordOwner, passwordProblem } from '../../../domain/accounts.ts';
import { unprocessable } from '../../http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

export const refuseWeak = (password: string, owner: PasswordOwner): void => {
  const problem =
    passwordProblem(password, owner) ??
    (isCommonPassword(password) ? 'This password is too well known. Please choose another.' : undefined);
  if (problem) throw unprocessable(problem);
};
