import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { isRestorable, isUndone } from '../../db/undo.queries.ts';

/** The groups of one school. Every statement is limited to it: an id of another school finds nothing. */

const all = statement(
  z.object({ json: z.string() }),
  `select json_build_object('groups', coalesce((
     select json_agg(json_build_object('id', g.id, 'name', g.name, 'members', coalesce(members, '[]'))
       order by lower(g.name), g.id)
     from groups g left join (
       select m.group_id, json_agg(u.id order by u.id) as members
       from group_members m
       join users u on u.id = m.user_id and u.school_id = $1 and u.role = 'student'
       where m.group_id = any(array(select id from groups where school_id = $1)) and m.left_at is null
       group by m.group_id
     ) as filled on filled.group_id = g.id
     where g.school_id = s.id and g.removed_at is null), '[]'))::text as json
   from schools s where s.id = $1`,
);

/** Of an insert into group_members by a list: whom the school had taken out joins anew. */
export const BACK_BY_LIST = `on conflict (group_id, user_id) do update
     set left_at = null, joined_at = now(), by_roster = true where group_members.left_at is not null`;

/** `$2` is a group, which must be the school's, `$1`. */
const IS_OWN = 'school_id = $1 and id = $2';
const IS_OWN_AND_THERE = `${IS_OWN} and removed_at is null`;
const withId = z.object({ id: z.int() });

// As a roster does, before it holds any user.
const holdSchool = command(`select from schools where id = $1 for no key update`);
// Classes of a roster are not counted: their number is the roster's.
const count = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from groups where school_id = $1 and removed_at is null and sourced_id is null`,
);
const insert = statement(
  withId,
  `insert into groups (school_id, name) select id, $2 from schools where id = $1 returning id`,
);
const rename = command(`update groups set name = $3 where ${IS_OWN_AND_THERE} and name <> $3`);
const one = statement(withId, `select id from groups where ${IS_OWN_AND_THERE} for no key update`);
const remove = command(`update groups set removed_at = now() where ${IS_OWN_AND_THERE}`);
const removed = statement(
  withId.extend({ is_there: z.boolean(), is_class: z.boolean() }),
  `select id, removed_at is null as is_there, sourced_id is not null as is_class from groups where ${IS_OWN} and ${isRestorable('removed_at')} for no key update`,
);
const restore = command(`update groups set removed_at = null where ${IS_OWN}`);

const hold = statement(
  withId,
  `select id from groups where school_id = $1 and id = any($2) and removed_at is null order by id for share`,
);
const membership = z.object({ group_id: z.int(), user_id: z.int() });
const join = statement(
  membership,
  `insert into group_members as m (group_id, user_id)
   select g.id, u.id
   from groups g join users u on u.school_id = g.school_id and u.role = 'student'
   where g.school_id = $1 and g.removed_at is null and g.id = any($2) and u.id = any($3)
   order by g.id, u.id
   on conflict (group_id, user_id) do update set left_at = null,
     joined_at = case when ${isUndone('m.left_at')} then m.joined_at else now() end,
     by_roster = m.by_roster and ${isUndone('m.left_at')}
   where m.left_at is not null
   returning m.group_id, m.user_id`,
);
const leave = statement(
  membership,
  `update group_members m set left_at = now()
   from groups g
   where g.id = m.group_id and g.school_id = $1 and g.removed_at is null and g.id = any($2) and m.user_id = any($3)
     and m.left_at is null
   returning m.group_id, m.user_id`,
);

/** The JSON of `GET …/groups`, by name; built by PostgreSQL. */
export const getSchoolGroupsJson = async (db: Queries, schoolId: number): Promise<string> =>
  (await db.get(all, [schoolId])).json;

/** Beside the classes of its roster. Until the end of the transaction no other call makes or restores one. */
export const countSchoolGroups = async (tx: Queries, schoolId: number): Promise<number> => {
  await tx.run(holdSchool, [schoolId]);
  return (await tx.get(count, [schoolId])).count;
};
export const insertSchoolGroup = async (tx: Queries, schoolId: number, name: string): Promise<number> =>
  (await tx.get(insert, [schoolId, name])).id;
/** Returns 0 when it has that name already. */
export const renameSchoolGroup = async (tx: Queries, schoolId: number, id: number, name: string) => {
  await tx.get(one, [schoolId, id]);
  return tx.run(rename, [schoolId, id, name]);
};
/** Returns 0 when there is no such group. */
export const removeSchoolGroup = (tx: Queries, schoolId: number, id: number) =>
  tx.run(remove, [schoolId, id]);
/** Returns whether it was gone, and is a class of a roster. */
export const restoreSchoolGroup = async (tx: Queries, schoolId: number, id: number) => {
  const { is_there: isThere, is_class: isClass } = await tx.get(removed, [schoolId, id]);
  if (!isThere) await tx.run(restore, [schoolId, id]);
  return { isBack: !isThere, isClass };
};

/** Those of these that the school has; nobody removes them until the transaction ends. */
export const holdSchoolGroups = async (tx: Queries, schoolId: number, ids: readonly number[]) =>
  (await tx.list(hold, [schoolId, ids])).map(({ id }) => id);
/** Students of the school; returns who was not in which group. Who is back soon has never left. */
export const joinGroups = (
  tx: Queries,
  schoolId: number,
  groupIds: readonly number[],
  userIds: readonly number[],
) => tx.list(join, [schoolId, groupIds, userIds]);
/** Returns who was in which group. */
export const leaveGroups = (
  tx: Queries,
  schoolId: number,
  groupIds: readonly number[],
  userIds: readonly number[],
) => tx.list(leave, [schoolId, groupIds, userIds]);
