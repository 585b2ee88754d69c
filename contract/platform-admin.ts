import { z } from 'zod';
import { domainPatternProblem, normaliseEmail } from '../domain/accounts.ts';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SIDES, FIRST_AUDIT_DAY } from '../domain/audit.ts';
import { ROLES } from '../domain/roles.ts';
import { NAME_MAX } from '../domain/school.ts';
import { endpoints } from './endpoint.ts';
import {
  accessToken,
  done,
  email,
  id,
  idAsText,
  newPassword,
  role,
  shownOnce,
  storedText,
  timestamp,
  username,
} from './fields.ts';
import { pageOfList } from './lists.ts';

const school = z.object({ id, name: z.string(), domain_pattern: z.string() });
export type School = z.infer<typeof school>;

/** A user as the platform admin sees them. */
export const managedUser = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was proved to be this user's. */
  email_confirmed: z.boolean(),
  role,
  created_at: timestamp.nullable(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  /** The day on which an archived account is deleted; null for any other. */
  erase_on: z.iso.date().nullable(),
});
export type ManagedUser = z.infer<typeof managedUser>;

const domainPattern = z
  .string()
  .transform(normaliseEmail)
  .superRefine((pattern, context) => {
    const message = domainPatternProblem(pattern);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** How many there are of those that the filter lets through. */
const userCounts = z.object({
  total: z.int(),
  students: z.int(),
  teachers: z.int(),
  school_admins: z.int(),
  schools_with_users: z.int(),
});

/** Who did what to whom. When a person is deleted, the entry stays without a name. */
const auditEntry = z.object({
  id: z.int(),
  at: timestamp,
  actor: z.enum(AUDIT_ACTORS),
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target_id: id.nullable(),
  target_name: z.string().nullable(),
  /** From whom the target was removed. */
  teacher_id: id.nullable(),
  teacher_name: z.string().nullable(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A mail that waits to be sent or has failed. */
const unsentMail = z.object({
  id,
  recipient: z.string(),
  /** One of `MAIL_KINDS`, or one of a newer version. */
  kind: z.string(),
  tries: z.int(),
  /** Of the mail server at the last try. */
  last_answer: z.string().nullable(),
  /** Null when it has failed. */
  next_try_at: timestamp.nullable(),
  failed_at: timestamp.nullable(),
  /** Not those whose link was forgotten. */
  can_retry: z.boolean(),
});
export type UnsentMail = z.infer<typeof unsentMail>;

const day = z.iso
  .date('Must be a day such as 2026-11-16.')
  .refine((text) => text >= FIRST_AUDIT_DAY, `Must be ${FIRST_AUDIT_DAY} or later.`);
/** What the audit log is searched by; days are UTC, both included. */
const auditFilter = pageOfList.pick({ q: true }).extend({
  side: z.enum(AUDIT_SIDES).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** A username or an address; what they did and what was done to them. */
  person: pageOfList.shape.q,
  from: day.optional(),
  to: day.optional(),
});

const schoolFields = z.strictObject({ name: storedText(NAME_MAX), domain_pattern: domainPattern });
/** Who is archived is none of the others. */
const roleOrArchived = z.enum([...ROLES, 'archived']);
const usersFilter = pageOfList.extend({ school_id: idAsText.optional(), role: roleOrArchived.optional() });
export const ofSchool = z.strictObject({ schoolId: idAsText });
const ofUser = z.strictObject({ id: idAsText });

export const platformAdmin = endpoints({
  'GET /admin/schools': {
    summary: 'All schools',
    access: 'platformAdmin',
    response: z.array(school),
  },
  'POST /admin/schools': {
    summary: 'Add a school; users without one whose address matches join it',
    access: 'platformAdmin',
    json: schoolFields,
    response: school,
  },
  'PUT /admin/schools/{schoolId}': {
    summary: 'Rename a school or give it another domain; its users stay, those without one who match join it',
    access: 'platformAdmin',
    params: ofSchool,
    json: schoolFields,
    /** With how many joined it. */
    response: school.extend({ joined: z.int() }),
  },
  'DELETE /admin/schools/{schoolId}': {
    summary: 'Delete a school to which nobody belongs',
    access: 'platformAdmin',
    params: ofSchool,
    response: done,
  },
  'GET /admin/users': {
    summary: 'All users',
    access: 'platformAdmin',
    query: usersFilter,
    response: z.array(managedUser),
  },
  'POST /admin/users/export': {
    summary: 'Export the users that match the filter; this is audited',
    access: 'platformAdmin',
    json: pageOfList.pick({ q: true }).extend({ school_id: id.optional(), role: roleOrArchived.optional() }),
    response: z.array(managedUser),
  },
  'GET /admin/users/counts': {
    summary: 'How many users match the filter, by role',
    access: 'platformAdmin',
    query: usersFilter.omit({ limit: true, cursor: true }),
    response: userCounts,
  },
  'GET /admin/users/{id}/students/count': {
    summary: 'How many active students a teacher has; of anybody else none',
    access: 'platformAdmin',
    params: ofUser,
    response: z.object({ active: z.int() }),
  },
  'PUT /admin/users/{id}': {
    summary: 'Change a user',
    access: 'platformAdmin',
    params: ofUser,
    json: z
      .strictObject({
        email: email.nullable(),
        username: username.nullable(),
        school_id: id.nullable(),
        role,
      })
      .refine(
        (user) => user.email !== null || (user.school_id !== null && user.username !== null),
        'Only someone with a school and a username can go without an e-mail address.',
      ),
    response: managedUser,
  },
  'DELETE /admin/users/{id}': {
    summary: 'Delete a user and all their data',
    access: 'platformAdmin',
    params: ofUser,
    response: done,
  },
  'POST /admin/users/{id}/confirm': {
    summary: 'Vouch for the address of a user',
    access: 'platformAdmin',
    params: z.strictObject({ id: idAsText }),
    response: done,
  },
  'POST /admin/users/{id}/password/link': {
    summary: 'Mail a user a link for a new password; ends every session',
    access: 'platformAdmin',
    params: ofUser,
    response: done,
  },
  'POST /admin/users/{id}/password': {
    summary: 'A new password for somebody who lost theirs, shown once; ends all their sessions',
    access: 'platformAdmin',
    params: ofUser,
    response: shownOnce,
  },
  'POST /admin/impersonate/{id}': {
    summary: 'See the product as this user, for 30 minutes',
    access: 'platformAdmin',
    params: ofUser,
    response: accessToken,
  },
  'GET /admin/audit': {
    summary: 'Who did what to whom, newest first',
    access: 'platformAdmin',
    query: auditFilter.extend({
      ...pageOfList.pick({ limit: true, cursor: true }).shape,
      school_id: idAsText.optional(),
      user_id: idAsText.optional(),
    }),
    response: z.array(auditEntry),
  },
  'POST /admin/audit/export': {
    summary: 'Export the newest entries that match the filter; this is audited',
    access: 'platformAdmin',
    json: auditFilter.extend({ school_id: id.optional() }),
    response: z.array(auditEntry),
  },
  'GET /admin/mail': {
    summary: 'What waits to be mailed and what failed: counts, and the first of each',
    access: 'platformAdmin',
    response: z.object({
      is_on: z.boolean(),
      waiting: z.int(),
      failed: z.int(),
      /** Of those, how many can be tried again. */
      retryable: z.int(),
      sent_today: z.int(),
      mails: z.array(unsentMail),
    }),
  },
  'POST /admin/mail/{id}/retry': {
    summary: 'Try a failed mail again',
    access: 'platformAdmin',
    params: z.strictObject({ id: idAsText }),
    response: done,
  },
  'POST /admin/mail/retry': {
    summary: 'Try all failed mails again',
    access: 'platformAdmin',
    response: z.object({ retried: z.int() }),
  },
  'POST /schooladmin/register': {
    summary: 'Create a school admin',
    access: 'platformAdmin',
    json: z.strictObject({ username, password: newPassword, school_id: id }),
    response: z.object({ id, username: z.string(), school_id: id }),
  },
});
