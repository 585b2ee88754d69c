import { z } from 'zod';
import { RETENTION_RULES } from '../domain/retention.ts';
import { endpoints } from './endpoint.ts';

const count = z.int().positive();
const span = z.union([
  z.strictObject({ days: count }),
  z.strictObject({ hours: count }),
  z.strictObject({ minutes: count }),
]);

/** What a school has decided about the data of its people. */
const decisions = z.object({
  name: z.string(),
  /** Whether whoever registers with an address of its domain belongs to it. */
  joins_by_domain: z.boolean(),
  /** Whether students may show their progress by a link. */
  share_pages: z.boolean(),
  /** For so long it keeps the accounts that it archives, before they are deleted. */
  keeps_months: z.int(),
  /** The school's own sign-in, if it is on; `only`: there is no other way in. */
  sign_in: z.object({ only: z.boolean(), makes_students: z.boolean() }).nullable(),
});
export type SchoolDecisions = z.infer<typeof decisions>;

const privacyFacts = z.object({
  /** Null while the operator has not named themselves. */
  operator: z.object({ name: z.string(), contact: z.string() }).nullable(),
  /** Whether anything is mailed. */
  mail: z.boolean(),
  /** Where uploaded files are stored. */
  files: z.enum(['disk', 'object_store']),
  kept: z.record(z.enum(RETENTION_RULES), span),
  /** That of the caller, if they have one. */
  school: decisions.nullable(),
});
export type PrivacyFacts = z.infer<typeof privacyFacts>;

export const privacy = endpoints({
  'GET /privacy': {
    summary:
      'What only this installation knows of how it treats data, and what the caller’s school has decided',
    access: 'anyone',
    response: privacyFacts,
  },
});
