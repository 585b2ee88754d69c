import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import { ROLES } from '../../../domain/roles.ts';
import { roleOf } from '../../db/archived.queries.ts';
import { type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { setFor } from '../set-work/set-work.queries.ts';
import { REACHED } from '../teachers/links.queries.ts';
import { IS_VISIBLE } from '../words/words.queries.ts';

const PENDING_SINCE = `(case when l.status = 'pending' then l.pending_since end)`;
const listOf = (select: string) => `coalesce((select json_agg(row) from (${select}) as row), '[]')`;

/** Everything stored about one person, except the bytes of their files and what only proves who they are. */
const everything = statement(
  z.object({ json: z.string() }),
  `select json_build_object(
     'account', json_build_object(
       'id', u.id, 'username', u.username, 'name_given_by_school', u.name, 'id_at_school', u.sourced_id,
       'email', u.email, 'role', ${roleOf('u')},
       'archived_at', ${isoTime('u.archived_at')}, 'deleted_on', u.erase_on, 'last_change_of_a_paper', u.active_on,
       'school', (select name from schools where id = u.school_id), 'created_at', ${isoTime('u.created_at')}),
     'subjects', coalesce(
       (select json_agg(subject_id order by position) from user_subjects where user_id = u.id), '[]'),
     'subjects_taught', coalesce(
       (select json_agg(subject_id order by subject_id) from teacher_subjects where teacher_id = u.id), '[]'),
     'preferences', (
       select json_build_object('year_ranges', year_ranges, 'timezone_overrides', timezone_overrides,
         'sits', sits, 'papers', papers, 'exams', pace, 'updated_at', ${isoTime('updated_at')})
       from preferences where user_id = u.id),
     'papers', ${listOf(
       `select subject_id, year, session, paper, timezone, is_completed, score, marks, note,
          ${isoTime('completed_at')} as completed_at, ${isoTime('entered_at')} as entered_at,
          ${isoTime('updated_at')} as updated_at
        from completions where user_id = u.id order by key`,
     )},
     -- Also those that an untick has removed, while Undo can bring them back.
     'earlier_attempts', ${listOf(
       `select completion_key as paper, score, marks, note, ${isoTime('completed_at')} as completed_at,
          ${isoTime('entered_at')} as entered_at
        from earlier_attempts where user_id = u.id order by completion_key, entered_at`,
     )},
     'weekly_mail', (
       select json_build_object('sent_to', email, 'weekday', weekday, 'time_zone', time_zone,
         'next_at', ${isoTime('next_at')})
       from weekly_mails where user_id = u.id),
     'share_pages', ${listOf(
       `select name, subjects, ends_on, ${isoTime('created_at')} as made_at, ${isoTime('last_used_at')} as last_used_at
        from share_pages where user_id = u.id order by created_at, id`,
     )},
     'teachers', ${listOf(
       `select t.username, t.email, l.status, l.name as name_given_to_you,
          ${isoTime('l.created_at')} as added_at, ${isoTime('l.activated_at')} as active_since,
          ${isoTime('l.declined_at')} as declined_at, ${isoTime(PENDING_SINCE)} as pending_since
        from teacher_students l join users t on t.id = l.teacher_id
        where l.student_id = u.id or (l.status = 'pending' and l.email = u.email)
        order by l.created_at, l.id`,
     )},
     'shared_files', ${listOf(
       `select subject_id, ${isoTime('shared_at')} as shared_at
        from shared_evidence where user_id = u.id order by subject_id`,
     )},
     'files_seen_by', ${listOf(
       `select t.username, t.email, completion_key as paper, ${isoTime('looked_at')} as last_seen_at
        from evidence_looks join users t on t.id = teacher_id
        where student_id = u.id order by looked_at, completion_key, t.id`,
     )},
     -- Their address only while the two are linked.
     'files_you_opened', ${listOf(
       `select coalesce(s.email, s.username) as email, completion_key as paper, ${isoTime('looked_at')} as last_opened_at
        from evidence_looks e
        left join teacher_students l
          on l.student_id = e.student_id and l.teacher_id = e.teacher_id and l.status = 'active'
        left join users s on s.id = l.student_id
        where e.teacher_id = u.id order by looked_at, completion_key, e.student_id`,
     )},
     'students', ${listOf(
       `select ${REACHED} as email, l.name, l.status, ${isoTime('l.created_at')} as added_at,
          ${isoTime('l.activated_at')} as active_since, ${isoTime(PENDING_SINCE)} as pending_since,
          ${isoTime('l.set_aside_until')} as set_aside_until
        from teacher_students l left join users s on s.id = l.student_id
        where l.teacher_id = u.id order by l.created_at, l.id`,
     )},
     -- What others took back is gone; what a student wrote, the teacher has only while the two may write to each other.
     'words_on_papers', ${listOf(
       `select completion_key as paper, case when u.id = teacher_id then null else coalesce(t.username, t.email) end as teacher,
          case when u.id = teacher_id and ${IS_VISIBLE} then coalesce(s.email, s.username) end as student,
          (u.id = teacher_id) = is_from_teacher as written_by_you, text, ${isoTime('words.created_at')} as written_at,
          ${isoTime('(case when (u.id = teacher_id) <> is_from_teacher then read_at end)')} as you_read_it_at,
          ${isoTime('removed_at')} as deleted_at
        from words join users t on t.id = teacher_id join users s on s.id = student_id
        where u.id in (teacher_id, student_id) and (
          (u.id = teacher_id) = is_from_teacher or (removed_at is null and (u.id = student_id or ${IS_VISIBLE})))
        order by words.created_at, words.id`,
     )},
     -- A teacher's groups are the teacher's words; those of the school say something of the student.
     'school_groups', ${listOf(
       `select g.name, ${isoTime('m.joined_at')} as joined_at
        from group_members m join groups g on g.id = m.group_id
        where m.user_id = u.id and m.left_at is null order by lower(g.name), g.id`,
     )},
     'classes_you_teach', coalesce((
       select json_agg(g.name order by lower(g.name), g.id)
       from class_teachers c join groups g on g.id = c.group_id where c.user_id = u.id), '[]'),
     'set_for_you', ${listOf(setFor('u.id'))},
     'groups_of_students', ${listOf(
       `select g.name, ${isoTime('g.created_at')} as made_at, ${isoTime('g.removed_at')} as removed_at, coalesce((
          select json_agg(json_build_object('email', ${REACHED}, 'joined_at', ${isoTime('m.joined_at')}) order by ${REACHED})
          from group_members m join teacher_students l on l.id = m.link_id left join users s on s.id = l.student_id
          where m.group_id = g.id and m.left_at is null), '[]') as students
        from groups g where g.teacher_id = u.id order by lower(g.name), g.id`,
     )},
     'papers_you_set', ${listOf(
       `select subject_id, array(select key from set_work_papers where set_id = w.id order by position) as papers,
          due_on, line, audience, (select name from groups where id = group_id) as group_name,
          array(select ${REACHED} from set_work_students c join teacher_students l on l.id = c.link_id
            left join users s on s.id = l.student_id where c.set_id = w.id order by 1) as chosen_students,
          ${isoTime('created_at')} as set_at, ${isoTime('withdrawn_at')} as withdrawn_at
        from set_work w where teacher_id = u.id order by due_on, created_at, id`,
     )},
     'logins', ${listOf(
       `select ${isoTime('created_at')} as started_at, ${isoTime('last_used_at')} as last_used_at,
          ${isoTime('expires_at')} as ends_at, device, is_impersonation as by_platform_admin
        from sessions where user_id = u.id order by created_at`,
     )},
     'school_sign_in', ${listOf(
       `select issuer, subject, ${isoTime('created_at')} as joined_at from identities where user_id = u.id order by issuer`,
     )},
     'known_networks', ${listOf(
       `select ${isoTime('expires_at')} as kept_until from known_networks where user_id = u.id order by expires_at`,
     )},
     -- Nobody has proved that an address is theirs: what was sent with it by others, or without a login, is not shown.
     'feedback', ${listOf(
       `select message, email as answer_to, ${isoTime('created_at')} as sent_at, ${isoTime('done_at')} as done_at
        from feedback where user_id = u.id order by created_at, id`,
     )},
     'mails', ${listOf(
       `select kind, recipient as sent_to, ${isoTime('created_at')} as caused_at, ${isoTime('sent_at')} as sent_at
        from mails where user_id = u.id order by created_at, id`,
     )},
     'activity', ${listOf(
       `select ${isoTime('at')} as at, action,
          case when actor_id = u.id then 'you' when actor = 'user' then 'another user' else actor end as done_by,
          coalesce(u.id in (target_id, teacher_id), false) as about_you, details
        from audit where actor_id = u.id or target_id = u.id or teacher_id = u.id order by at, id`,
     )}
   )::text as json
   from users u where u.id = $1`,
);

const file = z.object({
  public_id: z.string(),
  completion_key: z.string(),
  original_filename: z.string(),
  file_type: z.string(),
  size_bytes: z.int(),
  created_at: z.string(),
});
export type PersonalFile = z.infer<typeof file>;
const files = statement(
  file,
  `select public_id, completion_key, original_filename, file_type, size_bytes, ${isoTime('created_at')} as created_at
   from files where user_id = $1 order by completion_key, created_at, id`,
);

/** Of somebody archived: their day has come. */
const IS_OVER = `erase_on <= day_of(now())`;
const over = statement(
  z.object({ id: z.int() }),
  `select id from users where ${IS_OVER} order by erase_on, id limit $1`,
);
const erase = statement(
  z.object({ role: z.enum(ROLES), school_id: z.int().nullable() }),
  `delete from users where id = $1 and password_hash = coalesce($2, password_hash) and (not $3 or ${IS_OVER})
   returning ${roleOf('users')} as role, school_id`,
);

const person = z.object({
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
});
const PERSON = `select id, username, email, ${roleOf('users')} as role from users`;
const byEmail = statement(person, `${PERSON} where email = $1`);
const byUsername = statement(person, `${PERSON} where username_key = $1`);

export const getEverything = async (tx: Queries, userId: number): Promise<Record<string, unknown>> =>
  JSON.parse((await tx.get(everything, [userId])).json) as Record<string, unknown>;
export const listPersonalFiles = (tx: Queries, userId: number) => tx.list(files, [userId]);

/**
 * Deletes a person; foreign keys and triggers delete everything of theirs. With a hash, only if it is still that of
 * their password; and only if their day has come, if so asked. Undefined when there was nobody to delete. Call with the user
 * locked.
 */
export const deletePerson = (
  tx: Queries,
  userId: number,
  { passwordHash, isOver }: { passwordHash: string | null; isOver: boolean },
) => tx.find(erase, [userId, passwordHash, isOver]);
/** So many archived people whose day has come. */
export const listOver = async (db: Queries, count: number): Promise<number[]> =>
  (await db.list(over, [count])).map(({ id }) => id);

/** By e-mail address or, without an @, by username. */
export const findPerson = (db: Queries, name: string) =>
  db.find(name.includes('@') ? byEmail : byUsername, [loginKey(name)]);
