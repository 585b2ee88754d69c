import { command, type Queries } from '../db/database.ts';

const expire = command(
  `update sessions set created_at = created_at - interval '1 year', expires_at = expires_at - interval '1 year'
   where user_id = $1`,
);
const remove = command(`delete from users where id = $1`);

export const expireSessions = (db: Queries, userId: number) => db.run(expire, [userId]);
export const removePerson = (db: Queries, userId: number) => db.run(remove, [userId]);
