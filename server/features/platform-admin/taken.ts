import { isUniqueViolation } from '../../db/database.ts';
import { HttpError } from '../../http/errors.ts';

export const USERNAME_TAKEN = 'This username is already taken.';
export const EMAIL_TAKEN = 'This email is already registered.';

/** What a username or an address that somebody else has is answered with. */
export const refuseTaken = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key_key')) throw new HttpError(409, USERNAME_TAKEN);
    if (isUniqueViolation(error, 'users_email_key')) throw new HttpError(409, EMAIL_TAKEN);
    throw error;
  }
};
