import { z } from 'zod';
import { domainPatternProblem, normaliseEmail } from '../domain/accounts.ts';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SIDES, FIRST_AUDIT_DAY } from '../domain/audit.ts';
import { IMPORT_OUTCOMES, IMPORT_ROLES, MAX_ADDRESSES, NAME_MAX } from '../domain/school.ts';
import { endpoints, IMPORT_BODY_LIMIT, LIST_BODY_LIMIT } from './endpoint.ts';
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
const managedUser = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was proved to be this user's. */
  email_confirmed: z.boolean(),
  role,
  created_at: timestamp.nullable(),
  school_id: id.nullable(),
  school_name: z.string().nullable(),
});
export type ManagedUser = z.infer<typeof managedUser>;

const classAssignment = z.object({
  student_id: id,
  teacher_id: id,
  teacher_username: z.string().nullable(),
  student_username: z.string().nullable(),
  student_email: z.string().nullable(),
});

/** A student of a teacher who is not active yet: an address without an account, or somebody who is asked first. */
const pendingStudent = z.object({
  teacher_id: id,
  student_email: z.string(),
  /** The name that the teacher gave. */
  student_name: z.string().nullable(),
});

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

/** The number that the row has in the caller's file, by which answers name it; without it rows count from 1. */
const rowNumber = z.int().min(1).max(1_000_000).optional();

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

/** A row as somebody typed it: the check says whether it is valid. */
const uncheckedRow = z.strictObject({
  row: rowNumber,
  username: z.string().max(1000),
  email: z.string().max(1000),
  role: z.string().max(1000),
});

/** What an import would do with a row. */
const importCheck = z.object({
  row: z.int(),
  outcome: z.enum(IMPORT_OUTCOMES),
  reason: z.string().nullable(),
  /** A free username, where the one of the row is not. */
  suggestion: z.string().optional(),
  /** Who has the address of the row. */
  account: z.object({ id, username: z.string().nullable(), role, created_at: timestamp }).optional(),
});
export type ImportCheck = z.infer<typeof importCheck>;

const schoolFields = z.strictObject({ name: storedText(NAME_MAX), domain_pattern: domainPattern });
const usersFilter = pageOfList.extend({ school_id: idAsText.optional(), role: role.optional() });
const ofSchool = z.strictObject({ schoolId: idAsText });
const ofUser = z.strictObject({ id: idAsText });
const assignableRole = z.enum(IMPORT_ROLES, 'Role must be student or teacher.');
const LIST_OF_USERS = 'An import must be a list of users.';
/**
 * A user to be imported. With `take_in`, the id of an account that has this address, that account joins the school
 * instead. One that proved the address keeps its username, role and password; one that never did keeps its username, and
 * gets the role of the row and a new password.
 */
export const importRow = z.strictObject({
  row: rowNumber,
  username,
  email,
  role: assignableRole,
  take_in: id.optional(),
});
const addresses = z.array(email).max(MAX_ADDRESSES);
/** High enough that a list which is too long is still parsed, and refused by its number of rows. */
const MAX_IMPORT_VALUES = 100_000;
const LIST_OF_ADDRESSES = { bodyLimit: LIST_BODY_LIMIT, maxValues: 2 * MAX_ADDRESSES };

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
    json: pageOfList.pick({ q: true }).extend({ school_id: id.optional(), role: role.optional() }),
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
        (user) => user.email !== null || (user.role === 'school_admin' && user.username !== null),
        'Only a school admin with a username can do without an e-mail address.',
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
  'GET /admin/schools/{schoolId}/users-and-classes': {
    summary: "A school's users and who teaches whom",
    access: 'platformAdmin',
    params: ofSchool,
    response: z.object({
      users: z.array(managedUser),
      classes: z.array(classAssignment),
      pending: z.array(pendingStudent),
    }),
  },
  'POST /admin/schools/{schoolId}/classes': {
    summary: 'Assign students to a teacher',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.strictObject({ teacher_email: email, student_emails: addresses.min(1) }),
    // Who was not assigned to the teacher before.
    response: done.extend({ assigned: z.int(), students: z.array(z.string()) }),
    ...LIST_OF_ADDRESSES,
  },
  'POST /admin/schools/{schoolId}/classes/remove': {
    summary: 'Remove students from a teacher, also pending ones',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.strictObject({ teacher_email: email, student_emails: addresses.min(1) }),
    // Who was assigned to the teacher until now.
    response: done.extend({ removed: z.int(), students: z.array(z.string()) }),
    ...LIST_OF_ADDRESSES,
  },
  'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}': {
    summary: 'Remove a student from a teacher',
    access: 'platformAdmin',
    params: z.strictObject({ schoolId: idAsText, teacherId: idAsText, studentId: idAsText }),
    response: done,
  },
  'POST /admin/schools/{schoolId}/batch-import': {
    summary: 'Create many users at once, and take in accounts without a school; all or none',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.array(importRow, LIST_OF_USERS).min(1, LIST_OF_USERS),
    response: z.object({
      imported: z.array(
        z.object({ username: z.string(), email: z.string(), role: assignableRole, password: z.string() }),
      ),
      /** Accounts without a school that joined. */
      taken_in: z.array(
        z.object({ username: z.string().nullable(), email: z.string(), role: assignableRole }),
      ),
    }),
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: MAX_IMPORT_VALUES,
  },
  'POST /admin/schools/{schoolId}/batch-import/check': {
    summary: 'What an import would do, row by row; changes nothing',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.array(uncheckedRow, LIST_OF_USERS).min(1, LIST_OF_USERS),
    response: z.object({ rows: z.array(importCheck) }),
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: MAX_IMPORT_VALUES,
  },
  'POST /admin/schools/{schoolId}/users/{userId}/role': {
    summary: 'Make a student a teacher, or the reverse',
    access: 'platformAdmin',
    params: z.strictObject({ schoolId: idAsText, userId: idAsText }),
    json: z.strictObject({ role: assignableRole }),
    response: done,
  },
  'POST /admin/schools/{schoolId}/teachers': {
    summary: 'Create a teacher, with students',
    access: 'platformAdmin',
    params: ofSchool,
    json: z.strictObject({ teacher: z.strictObject({ username, email }), student_emails: addresses }),
    response: z.object({
      username: z.string(),
      email: z.string(),
      password: z.string(),
      assigned_students: z.array(z.string()),
    }),
    ...LIST_OF_ADDRESSES,
  },
});
