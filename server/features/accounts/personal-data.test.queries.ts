import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const lines = statement(
  z.object({
    actor: z.string(),
    actor_id: z.int().nullable(),
    action: z.string(),
    target_id: z.int().nullable(),
    school_id: z.int().nullable(),
    details: z.record(z.string(), z.unknown()),
  }),
  `select actor, actor_id, action, target_id, school_id, details from audit order by id desc limit $1`,
);
const removeUsername = command(`update users set username = null, username_key = null where id = $1`);
const schoolGroup = command(
  `with made as (
     insert into groups (school_id, name) values ($1, $2)
     on conflict (school_id, lower(name)) where removed_at is null do update set name = excluded.name returning id)
   insert into group_members (group_id, user_id) select id, $3 from made`,
);

export const insertSchoolGroup = (db: Queries, schoolId: number, name: string, userId: number) =>
  db.run(schoolGroup, [schoolId, name, userId]);
export const listNewestLines = (db: Queries, count: number) => db.list(lines, [count]);
export const forgetUsername = (db: Queries, userId: number) => db.run(removeUsername, [userId]);
