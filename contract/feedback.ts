import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { done, storedText } from './fields.ts';

export const feedback = endpoints({
  'POST /feedback': {
    summary: 'Say something to the makers',
    access: 'anyone',
    json: z.strictObject({
      message: storedText(5000, { multiline: true }),
      // An address or the word Anonymous. Who is logged in, and when, the server knows better than the page.
      email: z.union([z.literal('Anonymous'), z.email().max(254)]),
      timestamp: z.string().max(40),
      user: z.string().max(254),
    }),
    response: done,
  },
});
