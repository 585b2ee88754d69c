import { z } from 'zod';
import { GROUPS_TEXT_MAX, groupsProblem } from '../domain/groups.ts';
import { IMPORT_OUTCOMES, IMPORT_ROLES, MAX_ADDRESSES } from '../domain/school.ts';
import { storedTextProblem } from '../domain/text.ts';
import { endpoints, IMPORT_BODY_LIMIT, LIST_BODY_LIMIT } from './endpoint.ts';
import { done, email, id, idAsText, role, timestamp, username } from './fields.ts';
import { managedUser, ofSchool } from './platform-admin.ts';

/**
 * What is done within one school, by the platform admin or its own admin: who teaches whom, and the import of its users.
 */

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

/** The number that the row has in the caller's file, by which answers name it; without it rows count from 1. */
const rowNumber = z.int().min(1).max(1_000_000).optional();

/** A row as somebody typed it: the check says whether it is valid. */
const uncheckedRow = z.strictObject({
  row: rowNumber,
  username: z.string().max(1000),
  email: z.string().max(1000),
  role: z.string().max(1000),
  group: z.string().max(10_000).optional(),
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

const assignableRole = z.enum(IMPORT_ROLES, 'Role must be student or teacher.');
const LIST_OF_USERS = 'An import must be a list of users.';
/** A student's groups, as '12B; 12 Physics'. Those that the school does not have are made. */
const groupsCell = z
  .string()
  .max(GROUPS_TEXT_MAX, { error: `Groups must be at most ${GROUPS_TEXT_MAX} characters.`, abort: true })
  .superRefine((cell, context) => {
    const message = storedTextProblem(cell) ?? groupsProblem(cell);
    if (message) context.addIssue({ code: 'custom', message });
  });
/**
 * A user to be imported. With `take_in`, the id of an account that has this address, that account joins the school
 * instead. One that proved the address keeps its username, role and password; one that never did keeps its username, and
 * gets the role of the row and a new password.
 */
export const importRow = z
  .strictObject({
    row: rowNumber,
    username,
    email,
    role: assignableRole,
    group: groupsCell.optional(),
    take_in: id.optional(),
  })
  .refine(({ role: of, group }) => of === 'student' || (group ?? '').trim() === '', {
    path: ['group'],
    message: 'Only students can be in a group.',
  });
const addresses = z.array(email).max(MAX_ADDRESSES);
/** High enough that a list which is too long is still parsed, and refused by its number of rows. */
const MAX_IMPORT_VALUES = 100_000;
const LIST_OF_ADDRESSES = { bodyLimit: LIST_BODY_LIMIT, maxValues: 2 * MAX_ADDRESSES };
/** The platform admin does it in their own name. */
export const NOT_AS_SOMEBODY_ELSE = { refused: 'Not while viewing as somebody else.' };

export const schoolManagement = endpoints({
  'GET /admin/schools/{schoolId}/users-and-classes': {
    summary: "A school's users and who teaches whom",
    access: 'schoolManager',
    params: ofSchool,
    response: z.object({
      users: z.array(managedUser),
      classes: z.array(classAssignment),
      pending: z.array(pendingStudent),
    }),
  },
  'POST /admin/schools/{schoolId}/classes': {
    summary: 'Assign students to a teacher',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ teacher_email: email, student_emails: addresses.min(1) }),
    // Who was not assigned to the teacher before.
    response: done.extend({ assigned: z.int(), students: z.array(z.string()) }),
    ...LIST_OF_ADDRESSES,
  },
  'POST /admin/schools/{schoolId}/classes/remove': {
    summary: 'Remove students from a teacher, also pending ones',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ teacher_email: email, student_emails: addresses.min(1) }),
    // Who was assigned to the teacher until now.
    response: done.extend({ removed: z.int(), students: z.array(z.string()) }),
    ...LIST_OF_ADDRESSES,
  },
  'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}': {
    summary: 'Remove a student from a teacher',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: z.strictObject({ schoolId: idAsText, teacherId: idAsText, studentId: idAsText }),
    response: done,
  },
  'POST /admin/schools/{schoolId}/batch-import': {
    summary: 'Create many users at once, and take in accounts without a school; all or none',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
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
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.array(uncheckedRow, LIST_OF_USERS).min(1, LIST_OF_USERS),
    response: z.object({ rows: z.array(importCheck) }),
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: MAX_IMPORT_VALUES,
  },
  'POST /admin/schools/{schoolId}/users/{userId}/role': {
    summary: 'Make a student a teacher, or the reverse',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: z.strictObject({ schoolId: idAsText, userId: idAsText }),
    json: z.strictObject({ role: assignableRole }),
    response: done,
  },
  'POST /admin/schools/{schoolId}/teachers': {
    summary: 'Create a teacher, with students',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
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
