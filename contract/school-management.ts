import { z } from 'zod';
import { GROUP_NAME_MAX, GROUPS_TEXT_MAX, groupsProblem } from '../domain/groups.ts';
import {
  COURSE_TITLE_MAX,
  IMPORT_OUTCOMES,
  IMPORT_ROLES,
  KEEPS_MONTHS,
  MAX_ADDRESSES,
  MAX_CHECK_ROWS,
  MAX_ENROLMENTS,
  MAX_ROSTER_CLASSES,
  NAME_MAX,
  SOURCED_ID_MAX,
} from '../domain/school.ts';
import { SIGN_IN_KINDS } from '../domain/sign-in.ts';
import { storedTextProblem } from '../domain/text.ts';
import { endpoints, IMPORT_BODY_LIMIT, LIST_BODY_LIMIT, ROSTER_BODY_LIMIT } from './endpoint.ts';
import {
  done,
  email,
  emailOrUsername,
  id,
  idAsText,
  role,
  storedText,
  subjectId,
  timestamp,
  username,
} from './fields.ts';
import { managedUser, ofSchool } from './platform-admin.ts';

/**
 * What is done within one school, by the platform admin or its own admin: who teaches whom, and the import of its users.
 */

const classAssignment = z.object({
  student_id: id,
  teacher_id: id,
  teacher_username: z.string().nullable(),
  student_username: z.string().nullable(),
  /** Of a student without an address the username. */
  student_email: z.string().nullable(),
});

/** A student of a teacher who is not active yet: an address without an account, or somebody who is asked first. */
const pendingStudent = z.object({
  teacher_id: id,
  student_email: z.string(),
  /** The name that the teacher gave. */
  student_name: z.string().nullable(),
});

/**
 * A list that is too long is refused by how many it has, in words of its own; one that is far too long before any of it is
 * looked at: a fault in each of 100,000 rows keeps everybody waiting for seconds.
 */
const manyOf = <T extends z.ZodType>(row: T, most: number, error?: string) =>
  z.array(row, error).max(2 * most, 'The list is far too long.');

/** The number that the row has in the caller's file, by which answers name it; without it rows count from 1. */
const rowNumber = z.int().min(1).max(1_000_000).optional();

/** A row as somebody typed it: the check says whether it is valid. */
const uncheckedRow = z.strictObject({
  row: rowNumber,
  username: z.string().max(1000),
  email: z.string().max(1000),
  role: z.string().max(1000),
  name: z.string().max(1000).optional(),
  group: z.string().max(10_000).optional(),
});

const changeOf = <T extends z.ZodType>(value: T) => z.object({ before: value, after: value });
/** What the list says otherwise of somebody at the school. */
const importChanges = z.object({
  name: changeOf(z.string().nullable()).optional(),
  email: changeOf(z.string().nullable()).optional(),
  role: changeOf(role).optional(),
  /** The names of groups. */
  joins: z.array(z.string()).optional(),
  leaves: z.array(z.string()).optional(),
});
export type ImportChanges = z.infer<typeof importChanges>;

/** What an import would do with a row. */
const importCheck = z.object({
  row: z.int(),
  outcome: z.enum(IMPORT_OUTCOMES),
  reason: z.string().nullable(),
  /** A free username, where the one of the row is not. */
  suggestion: z.string().optional(),
  /** Who has the address of the row, or its id in the school's own system. */
  account: z.object({ id, username: z.string().nullable(), role, created_at: timestamp }).optional(),
  changes: importChanges.optional(),
});
export type ImportCheck = z.infer<typeof importCheck>;

export const assignableRole = z.enum(IMPORT_ROLES, 'Role must be student or teacher.');
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
    /** At the school. An empty one says nothing. */
    name: z
      .string()
      .transform((text) => text.trim())
      .pipe(z.union([z.literal(''), storedText(NAME_MAX)]))
      .optional(),
    group: groupsCell.optional(),
    take_in: id.optional(),
  })
  .refine(({ role: of, group }) => of === 'student' || (group ?? '').trim() === '', {
    path: ['group'],
    message: 'Only students can be in a group.',
  });

const sourcedId = storedText(SOURCED_ID_MAX);
/** A person of a roster as its file has it. */
const uncheckedPerson = z.strictObject({
  row: z.int().min(1).max(1_000_000),
  sourced_id: z.string().max(1000),
  username: z.string().max(1000),
  email: z.string().max(1000).nullable(),
  name: z.string().max(1000).nullable(),
  /** Null where changes do not repeat it. */
  role: z.string().max(1000).nullable(),
});
/** A person of a roster to be imported; `take_in` as in an import. */
export const rosterPerson = z.strictObject({
  row: z.int().min(1).max(1_000_000),
  sourced_id: sourcedId,
  username,
  email: email.nullable(),
  name: storedText(NAME_MAX).nullable(),
  role: assignableRole.nullable(),
  take_in: id.optional(),
});
/** A class, with people by their ids in the school's own system. Of changes: those who are new, and those who left. */
const rosterClass = z.strictObject({
  sourced_id: sourcedId,
  /** Null for a class that an earlier roster had. */
  title: storedText(GROUP_NAME_MAX).nullable(),
  course: storedText(COURSE_TITLE_MAX).nullable(),
  is_active: z.boolean(),
  // Only compared with those of people.
  teachers: manyOf(z.string().max(SOURCED_ID_MAX), MAX_ENROLMENTS),
  students: manyOf(z.string().max(SOURCED_ID_MAX), MAX_ENROLMENTS),
  ended: manyOf(z.string().max(SOURCED_ID_MAX), MAX_ENROLMENTS),
});
export type RosterClass = z.infer<typeof rosterClass>;
const COURSES = z
  .custom<Record<string, string | null>>(
    (given) => Object.keys(Object(given)).length <= MAX_ROSTER_CLASSES,
    'The list is far too long.',
  )
  .pipe(z.record(storedText(COURSE_TITLE_MAX), subjectId.nullable()));
const memberOfSchool = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role,
});
/** Of links and of members that a list made: who is new, and who would end. */
const rosterCounts = z.object({
  groups: z.int(),
  groups_renamed: z.int(),
  groups_ended: z.int(),
  links: z.int(),
  links_ended: z.int(),
});
/** Every person, their names, and where they are. */
const MAX_ROSTER_VALUES = 150_000;

const addresses = z.array(emailOrUsername).max(MAX_ADDRESSES);
/** High enough that a list which is too long is still parsed, and refused by its number of rows. */
const MAX_IMPORT_VALUES = 100_000;
const LIST_OF_ADDRESSES = { bodyLimit: LIST_BODY_LIMIT, maxValues: 2 * MAX_ADDRESSES };
/** Users of the school, to whom one call does the same. */
export const chosenUsers = (most: number) => z.strictObject({ user_ids: z.array(id).min(1).max(most) });
/** So many ids, and what stands around them. */
export const listOf = (most: number) => ({ bodyLimit: LIST_BODY_LIMIT, maxValues: most + 4 });
/** The platform admin does it in their own name. */
export const NOT_AS_SOMEBODY_ELSE = { refused: 'Not while viewing as somebody else.' };

/** What a school decides for its people. */
const schoolSwitches = {
  /** Whether whoever registers with an address of the school's domain belongs to it. */
  joins_by_domain: z.boolean(),
  share_pages: z.boolean(),
  /** For so long it keeps the accounts that it archives from now on. */
  keeps_months: z.int().min(KEEPS_MONTHS.least).max(KEEPS_MONTHS.most),
};
const schoolSettings = z.object({
  ...schoolSwitches,
  name: z.string(),
  domain_pattern: z.string(),
  /** The school's own sign-in, if it is on; `only`: there is no other way in. */
  sign_in: z.object({ kind: z.enum(SIGN_IN_KINDS), only: z.boolean() }).nullable(),
});

export const schoolManagement = endpoints({
  'GET /admin/schools/{schoolId}/settings': {
    summary: 'What a school has decided for its people',
    access: 'schoolManager',
    params: ofSchool,
    response: schoolSettings,
  },
  'PUT /admin/schools/{schoolId}/settings': {
    summary: 'Decide some of it anew, from now on',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    // What is not said stays: another admin may have decided it meanwhile.
    json: z.strictObject(schoolSwitches).partial(),
    response: schoolSettings,
  },
  'GET /admin/schools/{schoolId}/users-and-classes': {
    summary: "A school's users and who teaches whom",
    access: 'schoolManager',
    params: ofSchool,
    response: z.object({
      /** `name` is the school's name of the person. */
      users: z.array(managedUser.extend({ name: z.string().nullable() })),
      classes: z.array(classAssignment),
      pending: z.array(pendingStudent),
    }),
  },
  'POST /admin/schools/{schoolId}/classes': {
    summary: 'Assign students to a teacher',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ teacher_email: emailOrUsername, student_emails: addresses.min(1) }),
    // Who was not assigned to the teacher before.
    response: done.extend({ assigned: z.int(), students: z.array(z.string()) }),
    ...LIST_OF_ADDRESSES,
  },
  'POST /admin/schools/{schoolId}/classes/remove': {
    summary: 'Remove students from a teacher, also pending ones',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({ teacher_email: emailOrUsername, student_emails: addresses.min(1) }),
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
    json: manyOf(importRow, MAX_CHECK_ROWS, LIST_OF_USERS).min(1, LIST_OF_USERS),
    response: z.object({
      imported: z.array(
        z.object({ username: z.string(), email: z.string(), role: assignableRole, password: z.string() }),
      ),
      /** Accounts without a school that joined. */
      taken_in: z.array(
        z.object({ username: z.string().nullable(), email: z.string(), role: assignableRole }),
      ),
      /** Addresses of people who are at the school and were changed: their name, and their groups. */
      changed: z.array(z.string()),
    }),
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: MAX_IMPORT_VALUES,
  },
  'POST /admin/schools/{schoolId}/batch-import/check': {
    summary: 'What an import would do, row by row; changes nothing',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: manyOf(uncheckedRow, MAX_CHECK_ROWS, LIST_OF_USERS).min(1, LIST_OF_USERS),
    response: z.object({ rows: z.array(importCheck) }),
    bodyLimit: IMPORT_BODY_LIMIT,
    maxValues: MAX_IMPORT_VALUES,
  },
  'POST /admin/schools/{schoolId}/roster/check': {
    summary:
      'What a roster would do, person by person, and who of the last one is not in it; changes nothing',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({
      people: manyOf(uncheckedPerson, MAX_CHECK_ROWS),
      classes: manyOf(rosterClass, MAX_ROSTER_CLASSES),
      /** Only what has changed: `left` names who has gone. Otherwise whoever is not in it has. */
      is_delta: z.boolean(),
      left: manyOf(sourcedId, MAX_ENROLMENTS),
    }),
    response: z.object({
      rows: z.array(importCheck),
      left: z.array(memberOfSchool),
      /** Who is in no file but in a class of which it says otherwise: the groups that they join and leave. */
      others: z.array(memberOfSchool.extend({ joins: z.array(z.string()), leaves: z.array(z.string()) })),
      /** The courses of the classes, and which subject each is; `is_known` is false until somebody says so. */
      courses: z.array(
        z.object({ title: z.string(), subject_id: z.string().nullable(), is_known: z.boolean() }),
      ),
      /** Groups whose class has another title now. */
      renamed: z.array(changeOf(z.string())),
      /** Groups whose class has ended, and how many were in it. */
      ended: z.array(z.object({ name: z.string(), members: z.int() })),
      counts: rosterCounts,
    }),
    bodyLimit: ROSTER_BODY_LIMIT,
    maxValues: MAX_ROSTER_VALUES,
  },
  'POST /admin/schools/{schoolId}/roster': {
    summary: 'Import people of a roster, then its classes; all or none. Repeated it does nothing new',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: z.strictObject({
      /** At most 500 of them new. */
      people: manyOf(rosterPerson, MAX_CHECK_ROWS),
      /** With all the people of the roster imported; without it classes stay as they are. */
      classes: z
        .strictObject({
          list: manyOf(rosterClass, MAX_ROSTER_CLASSES),
          is_delta: z.boolean(),
          courses: COURSES,
          /** Whether links end that a roster made and that this one does not have. */
          ends_links: z.boolean(),
          /** As the check counted them: if there are others by now, nothing is done. */
          links_ended: z.int().min(0),
        })
        .optional(),
    }),
    response: z.object({
      imported: z.array(
        z.object({
          row: z.int(),
          username: z.string(),
          email: z.string().nullable(),
          role: assignableRole,
          password: z.string(),
        }),
      ),
      taken_in: z.array(
        z.object({
          row: z.int(),
          username: z.string().nullable(),
          email: z.string().nullable(),
          role: assignableRole,
        }),
      ),
      /** Rows of people who are at the school and were changed. */
      changed: z.array(z.int()),
      counts: rosterCounts,
    }),
    bodyLimit: ROSTER_BODY_LIMIT,
    maxValues: MAX_ROSTER_VALUES,
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
