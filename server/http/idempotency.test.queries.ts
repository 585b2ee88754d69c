import { z } from 'zod';
import { type Queries, statement } from '../db/database.ts';

const TABLES = [
  'audit',
  'completions',
  'earlier_attempts',
  'feedback',
  'files',
  'group_members',
  'groups',
  'preferences',
  'schools',
  'sessions',
  'set_work',
  'set_work_papers',
  'set_work_students',
  'share_pages',
  'teacher_students',
  'teacher_subjects',
  'user_subjects',
  'users',
  'weekly_mails',
  'words',
];

const counts = statement(
  z.object({ name: z.string(), count: z.int() }),
  TABLES.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`).join(' union all '),
);

/** How many rows there are of everything that a call can make. */
export const countRows = async (db: Queries): Promise<Record<string, number>> =>
  Object.fromEntries((await db.list(counts)).map(({ name, count }) => [name, count]));
