import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const age = command(`update group_members set joined_at = now() - interval '30 days' where link_id = $1`);
const leave = command(
  `update group_members set left_at = left_at - interval '11 minutes' where link_id = $1`,
);
const ageRemoval = command(`update groups set removed_at = removed_at - interval '1 day' where id = $1`);
const joined = statement(
  z.object({ name: z.string(), is_old: z.boolean() }),
  `select g.name, joined_at < now() - interval '29 days' as is_old
   from group_members m join groups g on g.id = m.group_id where m.link_id = $1 and left_at is null order by g.name`,
);

/** As if the student had been in the groups for a month. */
export const ageMembership = (db: Queries, linkId: number) => db.run(age, [linkId]);
/** As if the student had left the groups longer ago than any Undo is offered. */
export const ageLeaving = (db: Queries, linkId: number) => db.run(leave, [linkId]);
export const listMemberships = (db: Queries, linkId: number) => db.list(joined, [linkId]);
/** As if the group had been removed a day earlier. */
export const ageRemoved = (db: Queries, id: number) => db.run(ageRemoval, [id]);
