import { z } from 'zod';
import { SEARCH_MAX } from '../domain/lists.ts';
import { storedTextProblem } from '../domain/text.ts';

/**
 * Lists that grow answer everything when asked plainly. With `limit` they answer one page and, while there is more,
 * NEXT_CURSOR_HEADER.
 */
export const pageOfList = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'Must be a number from 1 to 999.')
    .transform(Number)
    .optional(),
  // It may hold the longest address.
  cursor: z.string().max(600).optional(),
  q: z
    .string()
    .max(SEARCH_MAX)
    .superRefine((text, context) => {
      // What cannot be stored cannot be found, and PostgreSQL would not even accept it.
      const message = storedTextProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional(),
});
