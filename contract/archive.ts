import { z } from 'zod';
import { PAPERS } from '../domain/papers.ts';
import { MAX_ARCHIVED, MAX_EXPORTED } from '../domain/school.ts';
import { endpoints } from './endpoint.ts';
import { id, role, timestamp } from './fields.ts';
import { ofSchool } from './platform-admin.ts';
import { chosenUsers, listOf, NOT_AS_SOMEBODY_ELSE } from './school-management.ts';

/** The end of a year: who leaves a school is archived, kept for as long as the school says, and then deleted. */

const day = z.iso.date();

const archivedUser = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** The school's name of this person. */
  name: z.string().nullable(),
  /** What they were. */
  role,
  archived_at: timestamp,
  /** The day on which the account is deleted; until then it can be brought back. */
  erase_on: day,
});
export type ArchivedUser = z.infer<typeof archivedUser>;

/** A paper that a student has done. */
const exportedPaper = z.object({
  subject_id: z.string(),
  year: z.int(),
  session: z.string(),
  paper: z.enum(PAPERS),
  timezone: z.string().nullable(),
  score: z.int().nullable(),
  done_on: day,
  attempts: z.int(),
});
const exportedStudent = z.object({
  id,
  username: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  papers: z.array(exportedPaper),
});
export type ExportedStudent = z.infer<typeof exportedStudent>;

export const archive = endpoints({
  'POST /admin/schools/{schoolId}/archive': {
    summary: 'Archive students and teachers who leave; all or none',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_ARCHIVED),
    /** Whom this has archived, and the day on which they are deleted. */
    response: z.object({ archived: z.array(id), erase_on: day }),
    ...listOf(MAX_ARCHIVED),
  },
  'POST /admin/schools/{schoolId}/archive/undo': {
    summary: 'Bring back archived people before they are deleted; all or none',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_ARCHIVED),
    /** Who is here again, or still was. */
    response: z.object({ restored: z.array(id) }),
    ...listOf(MAX_ARCHIVED),
  },
  'GET /admin/schools/{schoolId}/archived': {
    summary: 'Whom the school has archived',
    access: 'schoolManager',
    params: ofSchool,
    /** With the day on which whoever is archived today would be deleted. */
    response: z.object({ users: z.array(archivedUser), erase_on: day }),
  },
  'POST /admin/schools/{schoolId}/export': {
    summary: 'Export what students have done, archived or not; this is audited',
    access: 'schoolManager',
    impersonated: NOT_AS_SOMEBODY_ELSE,
    params: ofSchool,
    json: chosenUsers(MAX_EXPORTED),
    response: z.object({ students: z.array(exportedStudent) }),
    ...listOf(MAX_EXPORTED),
  },
});
