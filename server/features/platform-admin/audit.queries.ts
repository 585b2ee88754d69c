import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_ACTORS } from '../../../domain/audit.ts';
import { type Queries, statement } from '../../db/database.ts';
import type { Page } from '../../http/paging.ts';

const entry = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.enum(AUDIT_ACTORS),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target_id: z.int().nullable(),
  target_name: z.string().nullable(),
  teacher_id: z.int().nullable(),
  teacher_name: z.string().nullable(),
  school_id: z.int().nullable(),
  school_name: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** One statement per filter, so that each has a plan of its own. */
const entries = (condition: string) =>
  statement(
    entry,
    `select a.id, a.at, a.actor, a.actor_id, coalesce(by.username, by.email) as actor_name, a.action,
       a.target_id, coalesce(whom.username, whom.email) as target_name,
       a.teacher_id, coalesce(teacher.username, teacher.email) as teacher_name,
       a.school_id, s.name as school_name, a.details
     from audit a
     left join users by on by.id = a.actor_id
     left join users whom on whom.id = a.target_id
     left join users teacher on teacher.id = a.teacher_id
     left join schools s on s.id = a.school_id
     where a.id < coalesce($1::bigint, 9223372036854775807) ${condition}
     order by a.id desc limit $2`,
  );

const all = entries('');
const ofSchool = entries('and a.school_id = $3');
const IS_ABOUT = '(a.actor_id = $3 or a.target_id = $3 or a.teacher_id = $3)';
const ofUser = entries(`and ${IS_ABOUT}`);
const ofUserAndSchool = entries(`and ${IS_ABOUT} and a.school_id = $4`);

/** Newest first. */
export const listAudit = (
  db: Queries,
  { after, rows }: Page,
  { userId, schoolId }: { userId?: number | undefined; schoolId?: number | undefined },
) => {
  if (userId !== undefined && schoolId !== undefined) {
    return db.list(ofUserAndSchool, [after, rows, userId, schoolId]);
  }
  if (userId !== undefined) return db.list(ofUser, [after, rows, userId]);
  if (schoolId !== undefined) return db.list(ofSchool, [after, rows, schoolId]);
  return db.list(all, [after, rows]);
};
