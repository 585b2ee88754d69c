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

export const listNewestLines = (db: Queries, count: number) => db.list(lines, [count]);
export const forgetUsername = (db: Queries, userId: number) => db.run(removeUsername, [userId]);
