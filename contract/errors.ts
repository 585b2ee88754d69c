import { z } from 'zod';
import { UNAVAILABLE, WRONG_ADMIN_PASSWORD } from '../domain/messages.ts';

/** The one shape of every answer that is not a success. */
export const errorBody = z.strictObject({ detail: z.string() });

/** Texts that screens and tests rely on; a text used in only one place lives there. */
export const DETAILS = {
  notFound: 'Not found.',
  notLoggedIn: 'Please log in.',
  forbidden: 'You do not have access to this.',
  wrongAdminPassword: WRONG_ADMIN_PASSWORD,
  unavailable: UNAVAILABLE,
} as const;
