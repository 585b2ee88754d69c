import { z } from 'zod';
import { isTimeZone, TIME_ZONE_MAX } from '../domain/weekly-mail.ts';
import { endpoints } from './endpoint.ts';
import { givenLinkToken } from './fields.ts';

const weekday = z.int().min(1).max(7);
const timeZone = z
  .string()
  .max(TIME_ZONE_MAX, { error: `Must be at most ${TIME_ZONE_MAX} characters.`, abort: true })
  .refine(isTimeZone, 'Unknown time zone.');

const weeklyMail = z.object({
  is_on: z.boolean(),
  weekday,
  /** Null until one was chosen. */
  time_zone: z.string().nullable(),
  /** The day of the next, there; null while it is off. */
  next_on: z.iso.date().nullable(),
});

export const weeklyMails = endpoints({
  'GET /users/me/weekly-mail': {
    summary: 'Whether and when I get the weekly mail',
    access: 'tracker',
    response: weeklyMail,
  },
  'PUT /users/me/weekly-mail': {
    summary: 'Turn the weekly mail on or off, and choose its day',
    access: 'tracker',
    impersonated: { refused: 'Not while viewing as somebody else.' },
    json: z.strictObject({ is_on: z.boolean(), weekday, time_zone: timeZone }),
    response: weeklyMail,
  },
  // RFC 8058: the mail's header names this address, and the mail program posts the body that the header beside it names.
  // A body is not looked at, because some send it as a form with parts.
  'GET /weekly-mail/end': {
    summary:
      'Go to where one press ends the weekly mail, for mail programs that do not end it themselves; changes nothing',
    access: 'public',
    query: z.strictObject({ token: givenLinkToken }),
    response: 'redirect',
  },
  'POST /weekly-mail/end': {
    summary: 'Turn somebody’s weekly mail off by its own link; an unknown one is answered alike',
    access: 'public',
    query: z.strictObject({ token: givenLinkToken }),
    response: null,
  },
});
