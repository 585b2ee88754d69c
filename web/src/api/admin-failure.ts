import { WRONG_ADMIN_PASSWORD } from '../../../domain/messages.ts';
import { ApiError, MissingPassword } from './errors.ts';
import { detailOf, statusOf } from './failure.ts';

/** What an admin reads when a call failed. A school admin, who has a session of their own, reads the server's words. */

/** The platform admin's stored password is gone, or no longer the right one: only a new login helps. */
export const needsAdminLogin = (error: unknown): boolean =>
  error instanceof MissingPassword ||
  // A school admin is refused for other reasons, which the server names.
  (error instanceof ApiError && error.status === 403 && /password|^$/i.test(error.detail ?? ''));

/** The words of the server, or `otherwise` where it said none. */
export function adminSentence(error: unknown, otherwise: string): string {
  if (error instanceof MissingPassword) return error.message;
  if (needsAdminLogin(error)) return WRONG_ADMIN_PASSWORD;
  return detailOf(error) ?? otherwise;
}

/** 'Failed to fetch users: 500'; without a number where nobody has answered. */
export const withStatus = (words: string, error: unknown): string =>
  [words, statusOf(error)].filter(Boolean).join(': ');
