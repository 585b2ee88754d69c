import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';

const empty = command(`truncate users, schools cascade`);
const move = command(`update users set school_id = $2, role = $3 where id = $1`);
const remove = command(`delete from users where id = $1`);
const earlier = command(
  `update completions set completed_at = completed_at - interval '1 month' where is_completed`,
);
const recount = command(`select recount_sums()`);
const count = statement(z.object({ count: z.number() }), `select count(*) from school_subject_sums`);
const spoil = command(`update school_subject_sums set completed = completed + 7`);

export const emptyAll = (db: Queries) => db.run(empty);
export const movePerson = async (tx: Queries, id: number, schoolId: number | null, role: string) => {
  await lockUsers(tx, [id]);
  return tx.run(move, [id, schoolId, role]);
};
export const deletePerson = async (tx: Queries, id: number) => {
  await lockUsers(tx, [id]);
  return tx.run(remove, [id]);
};
export const recountSums = (db: Queries) => db.run(recount);
/** This bypasses the sums, so they are counted again. */
export const moveMonths = async (db: Queries) => {
  await db.run(earlier);
  await recountSums(db);
};
export const countSums = async (db: Queries, { andSpoil = false } = {}) => {
  if (andSpoil) await db.run(spoil);
  return (await db.get(count)).count;
};
