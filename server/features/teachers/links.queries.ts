import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { isUndone } from '../../db/undo.queries.ts';

/** Who follows whom: links are made and removed here, by teachers and by those who assign students to them. */

/** What a teacher calls the student `s` of a link `l`: the name they gave, or else the school's. */
export const CALLED = `coalesce(l.name, s.name)`;
/** A student without an address is known by the username, which has no @. */
export const REACHED = `coalesce(s.email, l.email, s.username)`;

/** By which a link is found again after its removal: the address, or else the student. */
const keyOf = (link: string) => `coalesce(${link}.email, ${link}.student_id::text)`;

/** Part of a `with`: removes the links whose ids `which` selects, as `gone`, and remembers them for `addLinks`. */
export const removing = (which: string) => `gone as (
     delete from teacher_students where id in (${which}) returning *
   ), remembered as (
     insert into removed_links (
       teacher_id, student_id, email, name, invitation_token, created_at, activated_at, declined_at, pending_since,
       removed_at, set_aside_until, by_roster, groups, set_work)
     select
       teacher_id, student_id, email, name, invitation_token, created_at, activated_at, declined_at, pending_since,
       now(), set_aside_until, by_roster, coalesce((
         select jsonb_agg(jsonb_build_object('group_id', group_id, 'joined_at', joined_at))
         from group_members where link_id = gone.id and left_at is null), '[]'),
       array(select set_id from set_work_students where link_id = gone.id)
     from gone order by ${keyOf('gone')}
     on conflict (teacher_id, coalesce(email, student_id::text)) do update set
       student_id = excluded.student_id, name = excluded.name, invitation_token = excluded.invitation_token,
       created_at = excluded.created_at, activated_at = excluded.activated_at, declined_at = excluded.declined_at,
       pending_since = excluded.pending_since, set_aside_until = excluded.set_aside_until, by_roster = excluded.by_roster,
       groups = excluded.groups, set_work = excluded.set_work, removed_at = now()
   )`;

/** Adding somebody again restores the old link. */
const IS_UNDONE = isUndone('removed_at');

/** The addresses that the teacher $1 has lost so recently that adding them is an Undo. */
export const RECENTLY_REMOVED = `select email from removed_links where teacher_id = $1 and ${IS_UNDONE}`;

/**
 * Parts of a `with`: those of `before` who were `added` as they were are back in the teacher's groups and set work. They are
 * looked up by the token in one value: of what a `with` returns PostgreSQL expects a row, and would compare each with each.
 */
const TAKEN_UP = `by_token as (
     select jsonb_object_agg(invitation_token, id) as ids from added
   ), back_again as (
     select before.*, (ids ->> invitation_token)::int as link_id from by_token join before on ids ? invitation_token
   ), rejoined as (
     insert into group_members (group_id, link_id, joined_at)
     select g.id, back_again.link_id, was.joined_at
     from back_again
     cross join jsonb_to_recordset(back_again.groups) as was (group_id integer, joined_at timestamptz)
     join groups g on g.id = was.group_id and g.teacher_id = back_again.teacher_id
   ), chosen_again as (
     insert into set_work_students (set_id, link_id)
     select w.id, back_again.link_id
     from back_again join set_work w on w.id = any(back_again.set_work) and w.teacher_id = back_again.teacher_id
   )`;

export const linkRow = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string(),
  status: z.enum(['active', 'pending']),
  invitation_token: z.string(),
});

// A student of another school who had accepted this teacher need not do so again when a removal is undone.
const add = statement(
  linkRow,
  `with before as (
     delete from removed_links r where (r.teacher_id, ${keyOf('r')}) in (
       select a.teacher_id, ${keyOf('a')}
       from unnest($1::int[], $2::text[], $5::int[]) as a (teacher_id, email, student_id))
     returning *, ${keyOf('r')} as key, ${IS_UNDONE} as is_undone
   ), added as (
     insert into teacher_students (
       teacher_id, student_id, email, name, status, invitation_token, created_at, activated_at, declined_at, pending_since,
       set_aside_until, by_roster)
     select t.id, s.id, a.email, coalesce(nullif(a.name, s.name), back.name),
       case when s.id is null then 'pending' else 'active' end,
       coalesce(back.invitation_token, a.token), coalesce(back.created_at, now()),
       case when s.id is not null then coalesce(back.activated_at, now()) end,
       case when s.id is null then before.declined_at end,
       coalesce(back.pending_since, now()), back.set_aside_until, coalesce(back.by_roster, false)
     from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[]) as a (teacher_id, email, name, token, student_id)
     join users t on t.id = a.teacher_id and t.role = 'teacher'
     left join before on before.teacher_id = a.teacher_id and before.key = ${keyOf('a')}
     left join before as back on back.id = before.id and back.is_undone
     left join users s on s.role = 'student'
       and s.id = coalesce((select id from users where email = a.email), case when a.email is null then a.student_id end)
       and (s.school_id = t.school_id or (s.id = back.student_id and back.activated_at is not null))
     where a.email is not null or s.id is not null
     order by a.teacher_id, ${keyOf('a')}
     on conflict do nothing
     returning id, teacher_id, student_id, name, email, status, invitation_token
   ), ${TAKEN_UP}
   select l.id, l.name, ${REACHED} as email, l.status, l.invitation_token
   from added l left join users s on s.id = l.student_id order by l.teacher_id, ${keyOf('l')}`,
);

/** Brings back those of the recently removed links `r`, of `t` and `s`, for which `which` holds. */
const restoring = (which: string) => `with before as (
     delete from removed_links where id in (
       select r.id from removed_links r
       join users t on t.id = r.teacher_id and t.role = 'teacher'
       left join users s on s.id = r.student_id and s.role = 'student'
       where ${which} and ${IS_UNDONE} and (r.student_id is null or s.id is not null))
     returning *
   ), added as (
     insert into teacher_students (
       teacher_id, student_id, email, name, status, invitation_token, created_at, activated_at, declined_at, pending_since,
       set_aside_until, by_roster)
     select teacher_id, student_id, email, name, case when activated_at is null then 'pending' else 'active' end,
       invitation_token, created_at, activated_at, declined_at, pending_since, set_aside_until, by_roster
     from before order by teacher_id, ${keyOf('before')}
     on conflict do nothing
     returning id, teacher_id, student_id, invitation_token
   ), ${TAKEN_UP}
   select teacher_id, student_id from added`;

// Both are here again, and nobody has linked the two meanwhile.
const restore = command(
  restoring('(r.teacher_id = any($1) or r.student_id = any($1)) and r.removed_at = any($2::timestamptz[])'),
);
const restorePairs = statement(
  z.object({ teacher_id: z.int(), student_id: z.int() }),
  restoring(`t.school_id = $1 and s.school_id = $1 and r.activated_at is not null
         and (r.teacher_id, r.student_id) in (select * from unnest($2::int[], $3::int[]))`),
);

export interface NewLink {
  teacherId: number;
  email: string | null;
  /** Of a student without an address. */
  studentId?: number;
  name?: string | null;
  token: string;
}

/**
 * Active for students of the teacher's own school, pending for any other address; returns those that are new. Nobody
 * else may change school meanwhile.
 */
export const addLinks = (tx: Queries, links: readonly NewLink[]) =>
  tx.list(add, [
    links.map(({ teacherId }) => teacherId),
    links.map(({ email }) => email),
    links.map(({ name }) => name ?? null),
    links.map(({ token }) => token),
    links.map(({ studentId }) => studentId ?? null),
  ]);

// As it is of a student who leaves, and of a teacher: also those who have not answered yet. In one order, because both may
// leave at once.
const endAll = command(
  `with ${removing(`select unnest(array(
     select id from teacher_students where teacher_id = any($1) or (student_id = any($1) and status = 'active')
     order by id for update))`)}
   select from gone`,
);

/** Ends what these people have with teachers and students, for whom it is as if they were removed. */
export const endLinks = (tx: Queries, userIds: readonly number[]) => tx.run(endAll, [userIds]);
/** Brings back what ended at these times, as an Undo does; after the Undo's minutes it brings back nothing. */
export const restoreLinks = (tx: Queries, userIds: readonly number[], endedAt: readonly string[]) =>
  tx.run(restore, [userIds, endedAt]);

export interface Pair {
  teacher_id: number;
  student_id: number;
}
/** The same of these pairs at a school, whenever within those minutes they ended; returns those that did. */
export const restoreLinksOf = (tx: Queries, schoolId: number, pairs: readonly Pair[]) =>
  tx.list(restorePairs, [
    schoolId,
    pairs.map(({ teacher_id: id }) => id),
    pairs.map(({ student_id: id }) => id),
  ]);
