import { command, type Queries } from '../../db/database.ts';

const moveDue = command(`update set_work set due_on = $2 where id = $1`);
const moveLink = command(`update teacher_students set activated_at = $2 where id = $1`);
const moveMember = command(`update group_members set joined_at = $2 where link_id = $1`);
const moveTick = command(`update completions set completed_at = $3 where user_id = $1 and key = $2`);
const moveEarlier = command(
  `update earlier_attempts set completed_at = $3 where user_id = $1 and completion_key = $2`,
);
const ageWithdrawal = command(
  `update set_work set withdrawn_at = withdrawn_at - interval '1 day' where id = $1`,
);

/** As if it had been set some time ago. */
export const setDueOn = (db: Queries, id: string, day: string) => db.run(moveDue, [id, day]);
export const setActiveSince = (db: Queries, linkId: number, at: string) => db.run(moveLink, [linkId, at]);
export const setJoinedAt = (db: Queries, linkId: number, at: string) => db.run(moveMember, [linkId, at]);
export const setTickedAt = (db: Queries, userId: number, key: string, at: string) =>
  db.run(moveTick, [userId, key, at]);
export const setEarlierAt = (db: Queries, userId: number, key: string, at: string) =>
  db.run(moveEarlier, [userId, key, at]);
/** As if it had been withdrawn a day earlier. */
export const ageWithdrawn = (db: Queries, id: string) => db.run(ageWithdrawal, [id]);
