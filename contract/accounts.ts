import { z } from 'zod';
import { VISIT_CHANGES } from '../domain/audit.ts';
import { isMonday, MAX_GOAL, MAX_WEEKS_OFF, parseExamSession } from '../domain/pace.ts';
import { SITS, WHICH_PAPERS } from '../domain/papers.ts';
import { endpoints } from './endpoint.ts';
import {
  accessToken,
  email,
  givenInvitation,
  givenLinkToken,
  givenLogin,
  givenPassword,
  id,
  newPassword,
  role,
  subjectId,
  timestamp,
  timezoneOverride,
  username,
  yearRange,
} from './fields.ts';

const profile = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was proved to be this user's. */
  email_confirmed: z.boolean(),
  /** Whether it can be proved by a link that is mailed. */
  link_mailed: z.boolean(),
  role,
  is_admin: z.boolean(),
  school_id: id.nullable(),
  /** Stands at the top of what is printed. */
  school_name: z.string().nullable(),
  /** Somebody else made the password: the screens ask for another before anything else. */
  must_change_password: z.boolean(),
  /** How many teachers wait for the student's answer. */
  requests: z.int(),
});

const loginAnswer = accessToken.extend({ must_change_password: z.boolean() });

/** Where the user is logged in. */
const login = z.object({
  id: z.uuid(),
  /** Roughly: 'Chrome on Android'. */
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  is_current: z.boolean(),
});

/** A period in which the platform admin viewed Tickmark as this user. */
const visit = z.object({
  started_at: timestamp,
  /** Null while it is going on. */
  ended_at: timestamp.nullable(),
  /** By kind; null for a visit from before this was recorded. */
  changes: z.array(z.object({ kind: z.enum(VISIT_CHANGES), count: z.int() })).nullable(),
});
export type Visit = z.infer<typeof visit>;

/** A password that somebody else made for this user. */
const madePassword = z.object({ made_at: timestamp, by: z.enum(['school', 'operator']) });

/** What a student says about their own exams (domain/pace.ts). */
const pace = z.strictObject({
  session: z
    .string()
    .refine(
      (text) => parseExamSession(text) !== undefined,
      'Must be May or November and a year, as in May 2027.',
    )
    .nullable(),
  goal: z.int().min(1).max(MAX_GOAL).nullable(),
  weeks_off: z
    .array(z.iso.date().refine(isMonday, 'Must be a Monday.'))
    .max(MAX_WEEKS_OFF)
    .refine((weeks) => new Set(weeks).size === weeks.length, 'A week is listed twice.'),
  not_now: z.boolean(),
});

const preferences = z.strictObject({
  year_ranges: z.record(subjectId, yearRange),
  timezone_overrides: z.record(subjectId, timezoneOverride),
  /** Of the variants of a paper, for all subjects; null until the student has said. */
  sits: z.enum(SITS).nullable(),
  /** Which papers count; null, which is all, until the student has said. */
  papers: z.enum(WHICH_PAPERS).nullable(),
  pace,
});

const ADDRESS_REFUSED = 'The address cannot be changed while viewing as somebody else.';
const LOGINS_REFUSED = 'Nobody can be logged out while viewing as somebody else.';

export const accounts = endpoints({
  'POST /register': {
    summary: 'Create a student account and log in',
    access: 'public',
    json: z.strictObject({
      username,
      email,
      password: newPassword,
      /** A teacher's: it proves the address that it was made for. */
      invitation: givenInvitation.optional(),
    }),
    response: accessToken,
  },
  'POST /token': {
    summary: 'Log in with username or e-mail; login_type=teacher admits teachers only',
    access: 'public',
    query: z.strictObject({ login_type: z.literal('teacher').optional() }),
    form: z.strictObject({ username: givenLogin, password: givenPassword }),
    response: loginAnswer,
  },
  'POST /schooladmin/login': {
    summary: 'Log in as a school admin',
    access: 'public',
    json: z.strictObject({ username: givenLogin, password: givenPassword }),
    response: loginAnswer,
  },
  'POST /admin/login': {
    summary: 'Check the platform admin password',
    access: 'public',
    json: z.strictObject({ password: givenPassword }),
    response: null,
  },
  'POST /logout': {
    summary: 'End this session',
    access: 'signedIn',
    impersonated: 'ends',
    response: null,
  },
  'GET /users/me': {
    summary: 'Who is logged in',
    access: 'signedIn',
    response: profile,
  },
  'POST /users/me/password': {
    summary: 'Change the password; ends every session and answers a new one',
    access: 'signedIn',
    impersonated: { refused: 'The password cannot be changed while viewing as somebody else.' },
    json: z.strictObject({ current_password: givenPassword, new_password: newPassword }),
    response: accessToken,
  },
  'POST /password/forgot': {
    summary:
      'Mail a password reset link to this address; the answer does not reveal whether it has an account',
    access: 'public',
    json: z.strictObject({ email }),
    response: null,
  },
  'POST /password/reset': {
    summary: 'Choose a new password with a mailed link; ends every session',
    access: 'public',
    json: z.strictObject({ token: givenLinkToken, new_password: newPassword }),
    response: null,
  },
  'POST /email/confirm': {
    summary: 'Prove an address with a mailed link',
    access: 'public',
    json: z.strictObject({ token: givenLinkToken }),
    response: null,
  },
  'POST /users/me/email': {
    summary: 'Change my address; with mail it is changed by the link that is mailed to it',
    access: 'signedIn',
    impersonated: { refused: ADDRESS_REFUSED },
    json: z.strictObject({ email, current_password: givenPassword }),
    response: z.object({ sent: z.boolean() }),
  },
  'POST /users/me/email/link': {
    summary: 'Mail the link that proves my address again, unless it is proved',
    access: 'signedIn',
    impersonated: { refused: ADDRESS_REFUSED },
    response: z.object({ sent: z.boolean() }),
  },
  'GET /users/me/sessions': {
    summary: 'Where I am logged in: this login first, then the last used',
    access: 'signedIn',
    response: z.object({ sessions: z.array(login) }),
  },
  'DELETE /users/me/sessions': {
    summary: 'Log out everywhere else',
    access: 'signedIn',
    impersonated: { refused: LOGINS_REFUSED },
    response: null,
  },
  'DELETE /users/me/sessions/{id}': {
    summary: 'Log out in one place',
    access: 'signedIn',
    impersonated: { refused: LOGINS_REFUSED },
    params: z.strictObject({ id: z.uuid() }),
    response: null,
  },
  'GET /users/me/visits': {
    summary:
      'When the platform admin viewed Tickmark as me, and what was changed; when others made me a password; the newest 20',
    access: 'signedIn',
    response: z.object({ visits: z.array(visit), made_passwords: z.array(madePassword) }),
  },
  'GET /users/me/data': {
    summary: 'Everything stored about me, as a ZIP file',
    access: 'signedIn',
    impersonated: { refused: 'The data cannot be downloaded while viewing as somebody else.' },
    response: 'binary',
  },
  'DELETE /users/me': {
    summary:
      'Delete my account and all my data; confirmed by my username and password, or by a recent login where there is none',
    access: 'signedIn',
    impersonated: { refused: 'The account cannot be deleted while viewing as somebody else.' },
    json: z.strictObject({ confirmation: givenLogin, password: givenPassword.nullable() }),
    response: null,
  },
  'GET /users/me/preferences': {
    summary:
      'Year ranges, timezone overrides, which variants and papers count for the student, and their exams',
    access: 'tracker',
    response: preferences,
  },
  'PUT /users/me/preferences': {
    summary: 'Replace those of the preferences that are named, and answer all; the others stay as they are',
    access: 'tracker',
    impersonated: { records: 'preferences' },
    // What is left out stays, so that two devices that change different things both keep their change.
    json: preferences.extend({ pace: pace.partial() }).partial(),
    response: preferences,
    // Ten values for each of the subjects.
    bodyLimit: 32 * 1024,
    maxValues: 1000,
  },
});
