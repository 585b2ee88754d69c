import { isUniqueViolation } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';

export const USERNAME_TAKEN = 'This username is already taken.';
export const USERNAME_LOOKS_TAKEN = 'This username looks like one that is already taken.';
export const EMAIL_TAKEN = 'This email is already registered.';

/** What to say when an account could not be created or changed because its name or address is taken. */
export const takenProblem = (error: unknown): string | undefined => {
  if (isUniqueViolation(error, 'users_username_key_key')) return USERNAME_TAKEN;
  if (isUniqueViolation(error, 'users_username_look_key')) return USERNAME_LOOKS_TAKEN;
  if (isUniqueViolation(error, 'users_email_key')) return EMAIL_TAKEN;
  return undefined;
};

/** Refuses it with this status: for a registration the one that the specification wants, for other calls 409. */
export const refuseTaken = async <T>(work: () => Promise<T>, status = 409): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const problem = takenProblem(error);
    throw problem === undefined ? error : new HttpError(status, problem);
  }
};
