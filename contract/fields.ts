import { z } from 'zod';
import {
  EMAIL_MAX,
  emailProblem,
  normaliseEmail,
  PASSWORD_MAX,
  USERNAME_MAX,
  usernameProblem,
} from '../domain/accounts.ts';
import { NOTE_MAX } from '../domain/attempts.ts';
import { isExistingPaper } from '../domain/completion-key.ts';
import { doneOnProblem, latestDay } from '../domain/days.ts';
import { lastYear } from '../domain/last-year.ts';
import { PAPERS, type Paper, TIMEZONES, type Timezone } from '../domain/papers.ts';
import { ROLES } from '../domain/roles.ts';
import { areMarksOf, SCORE_MAX, scoreOfMarks } from '../domain/scores.ts';
import { isKnownSubject } from '../domain/subjects.ts';
import { storedTextProblem } from '../domain/text.ts';
import { FIRST_YEAR, MAX_YEAR, SESSIONS, type Session } from '../domain/years.ts';

/** Fields that several calls share. The rules are in domain/; here they become schemas. */

const MAX_ID = 2_147_483_647;
export const id = z.int().min(1).max(MAX_ID);
/** An id in a path: digits as a person would write them, nothing that merely converts to a number. */
export const idAsText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);

/** A field whose rule is a domain function that returns what is wrong, or undefined. */
const ruled = (max: number, problemOf: (text: string) => string | undefined) =>
  z
    .string()
    // Stops the checks: a rule's work may grow faster than the text.
    .max(max, { error: `Must be at most ${max} characters.`, abort: true })
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: 'custom', message });
    });

/** Text that is stored and shown again. */
export const storedText = (max: number, options: { multiline?: boolean } = {}) =>
  ruled(max, (text) => (text.trim() === '' ? 'Must not be empty.' : storedTextProblem(text, options)));

export const username = ruled(USERNAME_MAX, usernameProblem);
export const email = ruled(EMAIL_MAX, emailProblem).transform(normaliseEmail);
/** Of somebody whom a school knows: their address, or the username of a person without one. It has no @. */
export const emailOrUsername = ruled(EMAIL_MAX, (text) =>
  text.includes('@') || text === '' ? emailProblem(text) : usernameProblem(text),
).transform((text) => (text.includes('@') ? normaliseEmail(text) : text));
/** A password as given at a login: any text; whether it is right is not the schema's business. */
export const givenPassword = z.string().min(1).max(1024);
/** A new password. The server checks its strength, because it knows the username and e-mail address. */
export const newPassword = z.string().max(PASSWORD_MAX * 4);
/** A name as given at a login: any text that PostgreSQL can search for. */
export const givenLogin = z
  .string()
  .min(1)
  .max(EMAIL_MAX)
  .refine((text) => !text.includes('\0'), 'Control characters are not allowed.');

/** A teacher's invitation. Long enough for the longest address in it; its form is the server's business. */
export const givenInvitation = z
  .string()
  .min(1)
  .max(512)
  .refine((text) => !text.includes('\0'), 'Control characters are not allowed.');
/** The secret in a mailed link; whether it opens anything is not the schema's business. */
export const givenLinkToken = z.string().min(1).max(512);

export const role = z.enum(ROLES);
export const subjectId = z.string().refine(isKnownSubject, 'Unknown subject.');
export const subjectIds = z
  .array(subjectId)
  .max(60)
  .refine((ids) => new Set(ids).size === ids.length, 'A subject is listed twice.');

/** Of a choice: one that was made while more years were open is kept. */
const anyYear = z.int().min(FIRST_YEAR).max(MAX_YEAR);
const year = anyYear.refine((given) => given <= lastYear(), {
  error: () => `Must be at most ${lastYear()}.`,
});
/** In a query string or a form. */
export const yearAsText = z
  .string()
  .regex(/^\d{4}$/, 'Must be a year.')
  .transform(Number)
  .pipe(year);
const session = z.enum(SESSIONS);
const paper = z.enum(PAPERS);
const timezone = z.enum(TIMEZONES);
/** The day on which a paper was done. */
export const doneOn = z.iso.date().superRefine((day, context) => {
  const message = doneOnProblem(day, latestDay(Date.now()));
  if (message) context.addIssue({ code: 'custom', message });
});
/** A clock may run ahead, but not by a day. */
const A_DAY_MS = 86_400_000;
/** When an attempt was entered. */
export const enteredAt = z.iso
  .datetime({ precision: 3 })
  .refine(
    (time) => Date.parse(time) >= 0 && Date.parse(time) < Date.now() + A_DAY_MS,
    'Must not be in the future.',
  );
export const score = z.int().min(0).max(SCORE_MAX);
/** Raw marks, '47/80'. */
export const marks = z
  .string()
  .refine((text) => scoreOfMarks(text) !== undefined, 'Must be marks, as in 47/80.');

type Result = { marks: string | null; score: number | null };
/** For `refine`: the marks, if there are any, give the score. */
export const marksGiveScore: [(result: Result) => boolean, { path: string[]; message: string }] = [
  (result) => areMarksOf(result.marks, result.score),
  { path: ['marks'], message: 'The score does not match the marks.' },
];
/** To oneself. Empty is none. */
export const note = z
  .string()
  .max(NOTE_MAX, { error: `Must be at most ${NOTE_MAX} characters.`, abort: true })
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const message = text && storedTextProblem(text, { multiline: true });
    if (message) context.addIssue({ code: 'custom', message });
  });

export const paperFields = {
  subject_id: subjectId,
  year,
  session,
  paper,
  timezone: timezone.nullable().default(null),
};
/** The same in a query string or a form, where everything is text and a missing zone is left out. */
export const paperTextFields = {
  subject_id: subjectId,
  year: yearAsText,
  session,
  paper,
  timezone: timezone.optional(),
};

type PaperFields = {
  subject_id: string;
  year: number;
  session: Session;
  paper: Paper;
  timezone?: Timezone | null | undefined;
};

/** Refuses a paper that was never set: May 2020, or one that the subject does not have. */
export const mustExist = (fields: PaperFields, context: z.RefinementCtx): void => {
  const { subject_id, timezone: zone, ...rest } = fields;
  if (!isExistingPaper({ subjectId: subject_id, timezone: zone ?? null, ...rest })) {
    context.addIssue({ code: 'custom', path: ['paper'], message: 'There is no such paper.' });
  }
};

export const yearRange = z
  .strictObject({ startYear: anyYear, endYear: anyYear })
  .refine((range) => range.startYear <= range.endYear, 'The start year is after the end year.');
export const timezoneOverride = z.partialRecord(paper, z.boolean());

export const accessToken = z.object({ access_token: z.string() });
export const done = z.object({ status: z.literal('success') });
export const timestamp = z.iso.datetime();

/** A generated password. Only its hash is stored, so it can be shown this once and never again. */
export const shownOnce = z.object({ password: z.string() });
