import { z } from 'zod';
import { emailDomain, loginKey } from '../../../domain/accounts.ts';
import { SITS } from '../../../domain/papers.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { holdAddresses, lockUsers } from '../../db/locks.queries.ts';
import { countedForTeacher } from '../evidence/sharing.queries.ts';
import { setForStudent, setInGrid } from '../set-work/set-work.queries.ts';
import { wordsForTeacher } from '../words/words.queries.ts';
import { MEMBERS } from './groups.queries.ts';
import { addLinks, CALLED, linkRow, REACHED, removing } from './links.queries.ts';

const STATUSES = ['active', 'pending'] as const;

/**
 * A link `l` with its student `s`, who is present only while the teacher may know of them: a pending link has none, and
 * a user whose role has changed is not a student any more.
 */
const LINK_WITH_STUDENT = `teacher_students l
   left join users s on s.id = l.student_id and l.status = 'active' and s.role = 'student'`;
const STATUS = `case when s.id is null then 'pending' else 'active' end`;

/** The subjects that the teacher of `l` teaches and `s` takes. */
const WITH_SHARED_SUBJECTS = `left join lateral (
     select array_agg(subject_id) as ids
     from teacher_subjects join user_subjects using (subject_id)
     where teacher_id = l.teacher_id and user_id = s.id
   ) as shared on true`;

const subjectsOf = statement(
  z.object({ subject_id: z.string() }),
  `select subject_id from teacher_subjects where teacher_id = $1 order by subject_id`,
);
const removeSubjects = command(
  `delete from teacher_subjects where teacher_id = $1 and subject_id <> all($2::text[])`,
);
const insertSubjects = command(
  `insert into teacher_subjects (teacher_id, subject_id) select $1, unnest($2::text[]) on conflict do nothing`,
);

const linksOf = statement(
  linkRow,
  `select l.id, ${CALLED} as name, ${REACHED} as email, ${STATUS} as status, l.invitation_token
   from ${LINK_WITH_STUDENT}
   where l.teacher_id = $1
   order by l.created_at desc, l.id desc`,
);

// Neither of the two changes school while we check whether they share one.
const holdBoth = command(`select from users where id = $1 or email = $2 order by id for share`);
const withoutAddress = statement(
  z.object({ id: z.int() }),
  `select s.id from users t join users s on s.school_id = t.school_id and s.role = 'student'
   where t.id = $1 and s.username_key = $2 and s.email is null
   for share`,
);
/**
 * The statement that ends a link also writes the audit entry; the end of a request that was never accepted is not
 * audited. `gone` are the links, `$1` is the actor and `$2` the id of the user who did it, if one did.
 */
const NOTED = `insert into audit (at, actor, actor_id, action, target_id, teacher_id, school_id)
   select now(), $1, $2, 'student_removed', student_id, teacher_id, t.school_id
   from gone join users t on t.id = teacher_id where status = 'active'`;
const removeLink = statement(
  z.object({ count: z.int() }),
  `with ${removing('select id from teacher_students where id = $3 and teacher_id = $4')}, noted as (${NOTED})
   select count(*)::int as count from gone`,
);

const rename = command(`update teacher_students set name = $3 where id = $1 and teacher_id = $2`);

const json = z.object({ json: z.string() });

/** Of the papers that were done more than once: how often, and the best score. */
const AGAIN = `json_object_agg(key, json_build_object(
  'attempts', 1 + earlier_count, 'best_score', greatest(score, earlier_best)
)) filter (where is_completed and earlier_count > 0)`;

const studentJson = statement(
  json,
  `select json_build_object(
     'name', ${CALLED},
     'email', ${REACHED},
     'status', ${STATUS},
     'subjects', coalesce(
       (select json_agg(subject_id order by position) from user_subjects where user_id = s.id), '[]'),
     'teacher_subjects', coalesce(
       (select json_agg(subject_id order by subject_id) from teacher_subjects where teacher_id = l.teacher_id), '[]'),
     'completion', coalesce(
       (select json_object_agg(key, json_build_object('is_completed', is_completed, 'score', score))
        from completions where user_id = s.id and subject_id = any(shared.ids)), '{}'),
     'again', coalesce(
       (select ${AGAIN} from completions where user_id = s.id and subject_id = any(shared.ids)), '{}'),
     'last_activity', coalesce(
       (select json_object_agg(subject_id, ${isoTime('at')})
        from (select subject_id, max(updated_at) as at from completions
              where user_id = s.id and subject_id = any(shared.ids) group by subject_id) as times), '{}'),
     'timezone_overrides', coalesce(
       (select json_object_agg(key, value)
        from preferences, jsonb_each(timezone_overrides) where user_id = s.id and key = any(shared.ids)), '{}'),
     'sits', coalesce((select sits from preferences where user_id = s.id), 'both'),
     'files', coalesce((select files from ${countedForTeacher('l.id = $1')} as counted), '{}'),
     'words', coalesce((select words from ${wordsForTeacher('l.id = $1 and not $3')} as said), '{}'),
     'groups', coalesce(
       (select json_agg(g.name order by lower(g.name), g.id)
        from ${MEMBERS} as m join groups g on g.id = m.group_id and g.removed_at is null where m.link_id = l.id), '[]'),
     'set', (select set from ${setForStudent('l.id = $1', 'w.teacher_id = $2')} as given)
   )::text as json
   from ${LINK_WITH_STUDENT}
   ${WITH_SHARED_SUBJECTS}
   where l.id = $1 and l.teacher_id = $2`,
);

const doneByStudent = z.object({
  id: z.int(),
  subjects: z.array(z.string()),
  timezone_overrides: z.record(z.string(), z.record(z.string(), z.boolean())),
  sits: z.enum(SITS),
  /** The papers that are done, with their scores. */
  done: z.record(z.string(), z.int().nullable()),
  last_activity: z.string().nullable(),
});
export type DoneByStudent = z.infer<typeof doneByStudent>;
const doneOf = statement(
  doneByStudent,
  `select l.id, coalesce(shared.ids, '{}') as subjects,
     coalesce(timezone_overrides, '{}') as timezone_overrides, coalesce(sits, 'both') as sits,
     coalesce(done, '{}') as done, ${isoTime('last_at')} as last_activity
   from teacher_students l
   join users s on s.id = l.student_id and s.role = 'student'
   left join preferences p on p.user_id = s.id
   ${WITH_SHARED_SUBJECTS}
   left join lateral (
     select json_object_agg(key, score) filter (where is_completed) as done, max(updated_at) as last_at
     from completions where user_id = s.id and subject_id = any(shared.ids)
   ) as c on true
   where l.teacher_id = $1 and l.status = 'active'
   order by l.id`,
);

/** Of a record's key, with its subject's id: known to be true, and finds it by the primary key, in any collation. */
const ofSubject = (id: string) => `key > ${id} || '-2' and key < ${id} || '-3'`;
const gridJson = statement(
  json,
  `select json_build_object('students', coalesce(json_agg(json_build_object(
     'id', l.id,
     'name', ${CALLED},
     'email', ${REACHED},
     'timezones', coalesce(timezone_overrides -> $2::text, '{}'),
     'sits', coalesce(sits, 'both'),
     'last_activity', ${isoTime('last_at')},
     'completion', coalesce(done, '{}'),
     'again', coalesce(again, '{}'),
     'files', coalesce(files, '{}'),
     'set', coalesce(set, '{}'),
     'words', coalesce(words, '{}')
   ) order by l.id), '[]'))::text as json
   from teacher_students l
   join users s on s.id = l.student_id and s.role = 'student'
   join teacher_subjects t on t.teacher_id = l.teacher_id and t.subject_id = $2
   join user_subjects u on u.user_id = s.id and u.subject_id = $2
   left join preferences p on p.user_id = s.id
   left join lateral (
     select json_object_agg(key, score) filter (where is_completed) as done, ${AGAIN} as again,
       max(updated_at) as last_at
     from completions where user_id = s.id and subject_id = $2 and ${ofSubject('$2')}
   ) as c on true
   left join ${countedForTeacher('l.teacher_id = $1 and e.subject_id = $2')} as counted on counted.link_id = l.id
   left join ${wordsForTeacher('l.teacher_id = $1 and ts.subject_id = $2 and not $3')} as said on said.link_id = l.id
   left join ${setInGrid('l.teacher_id = $1', 'w.teacher_id = $1 and w.subject_id = $2')} as given on given.link_id = l.id
   where l.teacher_id = $1 and l.status = 'active'`,
);

/** Also of a request that was declined: the teacher may open the link too, and is not to learn of it. */
const byInvitation = statement(
  z.object({ id: z.int(), teacher: z.string() }),
  `select l.id, coalesce(t.username, t.email) as teacher
   from teacher_students l join users t on t.id = l.teacher_id and t.role = 'teacher'
   where l.invitation_token = $1`,
);

// The word of a school's own teachers; those of another may not make somebody its member.
const toAddress = statement(
  z.object({ id: z.int() }),
  `select l.id from teacher_students l join users t on t.id = teacher_id
   where invitation_token = $2 and l.email = $1 and status = 'pending'
     and not exists (select from schools where domain_pattern = $3 and id is distinct from t.school_id)`,
);

const follower = z.object({
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  status: z.enum(STATUSES),
  subjects: z.array(z.string()),
});
/** A request is found by the address alone, whether or not it had an account when the teacher added it. */
const IS_TO_ME = `status = 'pending' and email = (select email from users where id = $1 and not email_waits)`;
const IS_MY_REQUEST = `${IS_TO_ME} and declined_at is null`;
const requestsTo = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count
   from (select teacher_id from teacher_students where ${IS_MY_REQUEST}) as links
   join users t on t.id = teacher_id and t.role = 'teacher'`,
);
const followersOf = statement(
  follower,
  `with links as (
     select * from teacher_students where student_id = $1 and status = 'active'
     union all
     select * from teacher_students where ${IS_MY_REQUEST}
   )
   select l.id, t.username, t.email, l.status, array(
     select subject_id from teacher_subjects join user_subjects using (subject_id)
     where teacher_id = t.id and user_id = $1 order by position
   ) as subjects
   from links l join users t on t.id = l.teacher_id and t.role = 'teacher'
   order by l.status desc, l.created_at desc, l.id desc`,
);
// Who has declined may think again: by the invitation, or in another tab.
const activate = command(
  `update teacher_students l
   set status = 'active', student_id = $1, activated_at = coalesce(activated_at, now())
   where id = $2 and (
     (status = 'active' and student_id = $1)
     or (${IS_TO_ME} and not exists (
       select from teacher_students other where other.teacher_id = l.teacher_id and other.student_id = $1))
   )`,
);
const decline = command(`update teacher_students set declined_at = now() where id = $2 and ${IS_MY_REQUEST}`);
// A teacher of the same school may add the student again: files that were shared before, and what the two wrote, are not to
// come back with that.
const end = command(
  `with gone as (
     delete from teacher_students where id = $3 and student_id = $2 and status = 'active'
     returning teacher_id, student_id, status
   ), unshared as (
     delete from shared_evidence where user_id = $2 and subject_id in (
       select subject_id from teacher_subjects join gone using (teacher_id)
       -- And what they have seen, though they teach it no longer: they may choose it again.
       union select split_part(completion_key, '-', 1) from evidence_looks join gone using (teacher_id, student_id))
   ), forgotten as (
     delete from words using gone where words.teacher_id = gone.teacher_id and words.student_id = gone.student_id
   ) ${NOTED}`,
);

export const listTeacherSubjects = async (db: Queries, teacherId: number): Promise<string[]> =>
  (await db.list(subjectsOf, [teacherId])).map((row) => row.subject_id);

/** Returns whether the list changed. */
export const replaceTeacherSubjects = async (
  tx: Queries,
  teacherId: number,
  subjects: readonly string[],
): Promise<boolean> => {
  // Of two lists sent at once one wins; they are not merged.
  await lockUsers(tx, [teacherId]);
  const removed = await tx.run(removeSubjects, [teacherId, subjects]);
  return (await tx.run(insertSubjects, [teacherId, subjects])) + removed > 0;
};

/** Newest first. */
export const listLinks = (db: Queries, teacherId: number) => db.list(linksOf, [teacherId]);

/** A student of the teacher's school who has no address. */
export const findWithoutAddress = (tx: Queries, teacherId: number, username: string) =>
  tx.find(withoutAddress, [teacherId, loginKey(username)]);

/** Follows a student without an address; undefined if it exists already. */
export const addLinkTo = async (
  tx: Queries,
  teacherId: number,
  student: { studentId: number; name: string | null; token: string },
) => (await addLinks(tx, [{ ...student, teacherId, email: null }]))[0];

/** Active for a student of the teacher's own school, pending for any other address; undefined if it exists already. */
export const addLink = async (
  tx: Queries,
  link: { teacherId: number; email: string; name: string | null; token: string },
) => {
  await holdAddresses(tx, [link.email]);
  await tx.run(holdBoth, [link.teacherId, link.email]);
  return (await addLinks(tx, [link]))[0];
};

/** Called for the teacher, or for the platform admin viewing as the teacher. Returns 0 when there is no such link. */
export const deleteLink = async (
  db: Queries,
  id: number,
  teacherId: number,
  actor: 'user' | 'platform_admin',
): Promise<number> =>
  (await db.get(removeLink, [actor, actor === 'user' ? teacherId : null, id, teacherId])).count;

/** Returns 0 when there is no such link. */
export const renameLink = (db: Queries, id: number, teacherId: number, name: string | null) =>
  db.run(rename, [id, teacherId, name]);

/** Of each active student, what they have done in the subjects that the two share. */
export const listDone = (db: Queries, teacherId: number) => db.list(doneOf, [teacherId]);

/** Whoever views as the teacher is not told where words were written. */
type Teacher = { id: number; visitId: string | null };

/** One student as the JSON of `GET /teachers/students/{id}`, built by PostgreSQL. */
export const getStudentJson = async (
  db: Queries,
  linkId: number,
  { id, visitId }: Teacher,
): Promise<string> => (await db.get(studentJson, [linkId, id, visitId !== null])).json;

/** All active students who take a subject that the teacher teaches, as the JSON of `GET /teachers/grid`. */
export const getGridJson = async (
  db: Queries,
  { id, visitId }: Teacher,
  subjectId: string,
): Promise<string> => (await db.get(gridJson, [id, subjectId, visitId !== null])).json;

export const getInvitation = (db: Queries, token: string) => db.get(byInvitation, [token]);

/** Whether this token invites this address, by somebody who may vouch for it. */
export const isInvited = async (db: Queries, email: string, token: string): Promise<boolean> =>
  (await db.find(toAddress, [email, token, emailDomain(email)])) !== undefined;

export const countRequests = async (db: Queries, studentId: number) =>
  (await db.get(requestsTo, [studentId])).count;

/** Requests first, then the newest. */
export const listFollowers = (db: Queries, studentId: number) => db.list(followersOf, [studentId]);

/** Returns 0 when it is not a request to this student. */
export const acceptLink = (db: Queries, id: number, studentId: number) => db.run(activate, [studentId, id]);
export const declineLink = (db: Queries, id: number, studentId: number) => db.run(decline, [studentId, id]);
export const endLink = (db: Queries, id: number, studentId: number) => db.run(end, ['user', studentId, id]);
