import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { isRestorable, isUndone } from '../../db/undo.queries.ts';

/**
 * Who is in a group, as links: rows (group_id, teacher_id, link_id, joined_at). A teacher's own group has the links that
 * were put into it, pending ones too; a school's has its members as far as a teacher of that school follows them. Removed
 * groups are there as well: set work keeps them.
 */
export const MEMBERS = `(
  select m.group_id, g.teacher_id, m.link_id, m.joined_at
  from group_members m join groups g on g.id = m.group_id and g.teacher_id is not null
  where m.left_at is null
  union all
  select m.group_id, l.teacher_id, l.id, m.joined_at
  from group_members m
  join groups g on g.id = m.group_id
  join users s on s.id = m.user_id and s.role = 'student' and s.school_id = g.school_id
  join teacher_students l on l.student_id = s.id and l.status = 'active'
  join users t on t.id = l.teacher_id and t.role = 'teacher' and t.school_id = g.school_id
  where m.left_at is null
)`;

/**
 * The groups that a teacher has, and those of the school that have a student of theirs. In two parts: with `or` between
 * them every group there is would be read.
 */
export const groupsSeenBy = (teacherId: string) => `(
  select g.id, g.name, false as is_school from groups g where g.teacher_id = ${teacherId} and g.removed_at is null
  union all
  select g.id, g.name, true from groups g
  where g.school_id is not null and g.removed_at is null
    and g.id in (select group_id from ${MEMBERS} as seen where seen.teacher_id = ${teacherId})
)`;

const groupRow = z.object({
  id: z.int(),
  name: z.string(),
  is_school: z.boolean(),
  students: z.array(z.int()),
});
const WITH_STUDENTS = `select g.id, g.name, g.is_school,
     coalesce(array_agg(m.link_id order by m.link_id) filter (where m.link_id is not null), '{}') as students
   from ${groupsSeenBy('$1')} as g
   left join ${MEMBERS} as m on m.group_id = g.id and m.teacher_id = $1`;

const ofTeacher = statement(
  groupRow,
  `${WITH_STUDENTS} group by g.id, g.name, g.is_school order by lower(g.name), g.id`,
);
const one = statement(groupRow, `${WITH_STUDENTS} where g.id = $2 group by g.id, g.name, g.is_school`);

/** `$1` is a group and `$2` the teacher whose own it must be. */
const IS_OWN = 'id = $1 and teacher_id = $2';
const IS_OWN_AND_THERE = `${IS_OWN} and removed_at is null`;

const count = statement(
  z.object({ count: z.int() }),
  'select count(*)::int as count from groups where teacher_id = $1 and removed_at is null',
);
const insert = statement(
  z.object({ id: z.int() }),
  'insert into groups (teacher_id, name) values ($1, $2) returning id',
);
const rename = command(`update groups set name = $3 where ${IS_OWN_AND_THERE}`);
const remove = command(`update groups set removed_at = now() where ${IS_OWN_AND_THERE}`);
const restore = command(
  `update groups set removed_at = null where ${IS_OWN} and ${isRestorable('removed_at')}`,
);

const keepOnly = command(
  `update group_members set left_at = now() where group_id = $1 and link_id <> all($2::int[]) and left_at is null`,
);
const join = command(
  `insert into group_members (group_id, link_id)
   select g.id, l.id from groups g join teacher_students l on l.teacher_id = g.teacher_id
   where g.id = $1 and g.teacher_id = $2 and g.removed_at is null and l.id = any($3::int[])
   order by l.id
   on conflict (group_id, link_id) do update set left_at = null,
     joined_at = case when ${isUndone('group_members.left_at')} then group_members.joined_at else now() end
   where group_members.left_at is not null`,
);

/** By name. */
export const listGroups = (db: Queries, teacherId: number) => db.list(ofTeacher, [teacherId]);
export const getGroup = (db: Queries, teacherId: number, id: number) => db.get(one, [teacherId, id]);

/** Until the end of the transaction no other call of the teacher's makes or restores a group. */
export const holdGroups = async (tx: Queries, teacherId: number): Promise<number> => {
  await lockUsers(tx, [teacherId]);
  return (await tx.get(count, [teacherId])).count;
};
export const insertGroup = async (tx: Queries, teacherId: number, name: string): Promise<number> =>
  (await tx.get(insert, [teacherId, name])).id;

/** These three return 0 when the teacher has no such group. */
export const renameGroup = (tx: Queries, teacherId: number, id: number, name: string) =>
  tx.run(rename, [id, teacherId, name]);
export const removeGroup = (tx: Queries, teacherId: number, id: number) => tx.run(remove, [id, teacherId]);
export const restoreGroup = (tx: Queries, teacherId: number, id: number) => tx.run(restore, [id, teacherId]);

/** Only links of the teacher's own; returns how many are new in the group. */
export const joinGroup = (tx: Queries, teacherId: number, id: number, links: readonly number[]) =>
  tx.run(join, [id, teacherId, links]);
/** Whoever stays, or is back soon, keeps the day on which they joined. */
export const replaceMembers = async (
  tx: Queries,
  teacherId: number,
  id: number,
  links: readonly number[],
): Promise<void> => {
  await tx.run(keepOnly, [id, links]);
  await joinGroup(tx, teacherId, id, links);
};
