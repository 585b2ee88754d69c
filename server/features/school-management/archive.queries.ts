import { z } from 'zod';
import { ROLES } from '../../../domain/roles.ts';
import { isArchived, isOver, roleOf } from '../../db/archived.queries.ts';
import { type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { lockUsers, shareSchool } from '../../db/locks.queries.ts';
import { isUndone } from '../../db/undo.queries.ts';

/** Who has left a school. Every statement is limited to it: an id of another school finds nothing. */

/** Of a school `s`: the day on which whoever it archives today is deleted. */
const ERASE_ON = `(day_of(now()) + make_interval(months => s.keeps_months))::date`;
/** `u` is one of `$2`, of the school `$1`, and nobody whose day has come. */
const CHOSEN = `u.id = any($2) and u.school_id = $1 and not ${isOver('u')}`;

const eraseDay = statement(
  z.object({ erase_on: z.string() }),
  `select ${ERASE_ON}::text as erase_on from schools s where id = $1`,
);
// Not `for no key update`: others write links to these people meanwhile, whose own people are held, and would wait for each other.
const chosen = statement(
  z.object({ id: z.int(), role: z.enum(ROLES), is_new: z.boolean() }),
  `select u.id, ${roleOf('u')} as role, coalesce(${isUndone('u.archived_at')}, false) as is_new
   from users u where ${CHOSEN} order by u.id for no key update`,
);
const withId = z.object({ id: z.int() });
const archive = statement(
  withId,
  `update users u
   set role = 'archived', archived_role = u.role, archived_at = now(), erase_on = ${ERASE_ON}
   from schools s
   where s.id = u.school_id and ${CHOSEN} and u.role in ('student', 'teacher')
   returning u.id`,
);
const restore = statement(
  withId.extend({ archived_at: z.string() }),
  `with before as (select u.id, u.archived_at::text from users u where ${CHOSEN} and ${isArchived('u')})
   update users u set role = archived_role, archived_role = null, archived_at = null, erase_on = null
   from before where u.id = before.id
   returning u.id, before.archived_at`,
);

const json = z.object({ json: z.string() });
const archived = statement(
  json,
  `select json_build_object('erase_on', ${ERASE_ON}, 'users', coalesce((
     select json_agg(json_build_object(
       'id', u.id, 'username', u.username, 'email', u.email, 'name', u.name, 'role', u.archived_role,
       'archived_at', ${isoTime('u.archived_at')}, 'erase_on', u.erase_on
     ) order by u.archived_at desc, coalesce(u.username_key, u.email), u.id)
     from users u where u.school_id = s.id and ${isArchived('u')} and not ${isOver('u')}), '[]'))::text as json
   from schools s where s.id = $1`,
);
// Notes are the student's own, and so are the papers that a teacher has done.
const papers = statement(
  json.extend({ people: z.int(), students: z.int(), papers: z.int() }),
  `with chosen as (select u.*, ${roleOf('u')} as is_or_was from users u where ${CHOSEN} and u.role <> 'school_admin'),
   done as (
     select user_id, count(*) as count, json_agg(json_build_object(
       'subject_id', subject_id, 'year', year, 'session', session, 'paper', paper, 'timezone', timezone, 'score', score,
       'done_on', day_of(completed_at), 'attempts', 1 + earlier_count
     ) order by key) as papers
     from completions
     where is_completed and user_id = any(array(select id from chosen where is_or_was = 'student'))
     group by user_id
   )
   select (select count(*)::int from chosen) as people, count(*)::int as students,
     coalesce(sum(count), 0)::int as papers,
     json_build_object('students', coalesce(json_agg(json_build_object(
       'id', id, 'username', username, 'email', email, 'name', name, 'papers', coalesce(papers, '[]')
     ) order by coalesce(username_key, email), id), '[]'))::text as json
   from chosen left join done on user_id = id where is_or_was = 'student'`,
);

export const getEraseDay = async (db: Queries, schoolId: number): Promise<string> =>
  (await db.get(eraseDay, [schoolId])).erase_on;
/** Those of these who are at the school, or were; nobody else changes them until the transaction ends. */
export const holdChosen = async (tx: Queries, schoolId: number, ids: readonly number[]) => {
  await shareSchool(tx, schoolId);
  await lockUsers(tx, ids);
  return tx.list(chosen, [schoolId, ids]);
};
/** Returns who was not archived before. */
export const archiveChosen = async (tx: Queries, schoolId: number, ids: readonly number[]) =>
  (await tx.list(archive, [schoolId, ids])).map(({ id }) => id);
/** Returns who was archived, and since when. */
export const restoreChosen = (tx: Queries, schoolId: number, ids: readonly number[]) =>
  tx.list(restore, [schoolId, ids]);

/** The JSON of `GET …/archived`, the last to leave first; built by PostgreSQL, as is the next. */
export const getArchivedJson = async (db: Queries, schoolId: number): Promise<string> =>
  (await db.get(archived, [schoolId])).json;
/** What the students among these have done, the JSON of `POST …/export`, and how many of these there are. */
export const getPapersJson = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.get(papers, [schoolId, ids]);
