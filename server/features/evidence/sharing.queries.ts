import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { DELIVERED, deliveredFile, FILE, fileRow } from './evidence.queries.ts';

/**
 * The files `f` that the teacher of a link `l` may see now. This is the only place that says so, and it is asked at every
 * use, also of a link that was handed out before: sight ends with the link between the two, with either's subject, with
 * the student's word, and with the file.
 */
const FILES_FOR_TEACHER = `teacher_students l
   join users t on t.id = l.teacher_id and t.role = 'teacher'
   join users s on s.id = l.student_id and l.status = 'active' and s.role = 'student'
   join shared_evidence e on e.user_id = s.id
   join teacher_subjects ts on ts.teacher_id = t.id and ts.subject_id = e.subject_id
   join user_subjects us on us.user_id = s.id and us.subject_id = e.subject_id
   join files f on f.user_id = s.id and split_part(f.completion_key, '-', 1) = e.subject_id`;

/** By link, how many such files each paper has, as JSON. `which` chooses among the links `l` and the subjects of `e`. */
export const countedForTeacher = (which: string) => `(
     select link_id, json_object_agg(completion_key, count) as files from (
       select l.id as link_id, f.completion_key, count(*) from ${FILES_FOR_TEACHER}
       where ${which} group by l.id, f.completion_key
     ) as counts group by link_id)`;

// Not for somebody who has moved to another school since they asked.
const share = command(
  `insert into shared_evidence (user_id, subject_id)
   select id, $2 from users where id = $1 and role = 'student' and school_id is not distinct from $3
   on conflict (user_id, subject_id) do update set shared_at = shared_evidence.shared_at`,
);
const unshare = command(`delete from shared_evidence where user_id = $1 and subject_id = $2`);

const sharing = statement(
  z.object({
    is_shared: z.boolean(),
    teachers: z.array(z.object({ name: z.string(), is_mine: z.boolean(), seen_at: z.string().nullable() })),
  }),
  `with mine as (
     select l.teacher_id from teacher_students l
     join users t on t.id = l.teacher_id and t.role = 'teacher'
     join teacher_subjects ts on ts.teacher_id = t.id and ts.subject_id = $2
     join user_subjects us on us.user_id = l.student_id and us.subject_id = $2
     where l.student_id = $1 and l.status = 'active'
   ), looks as (
     select teacher_id, max(looked_at) as at from evidence_looks
     where student_id = $1 and split_part(completion_key, '-', 1) = $2 and completion_key = coalesce($3, completion_key)
     group by teacher_id
   )
   select exists (select from shared_evidence where user_id = $1 and subject_id = $2) as is_shared,
     coalesce((
       select json_agg(json_build_object(
         'name', coalesce(username, email), 'is_mine', mine.teacher_id is not null, 'seen_at', ${isoTime('at')}
       ) order by mine.teacher_id is null, at desc nulls last, id)
       from mine full join looks using (teacher_id) join users on id = teacher_id), '[]') as teachers`,
);

// One statement: whatever is shown has been noted.
const look = statement(
  fileRow,
  `with seen as (
     select f.* from ${FILES_FOR_TEACHER} where l.id = $1 and l.teacher_id = $2 and f.completion_key = $3
   ), noted as (
     insert into evidence_looks (student_id, completion_key, teacher_id)
     select distinct user_id, completion_key, $2::int from seen
     on conflict (student_id, completion_key, teacher_id) do update set looked_at = now()
   )
   select ${FILE} from seen order by created_at, id`,
);

const toDeliver = statement(
  deliveredFile,
  `select ${DELIVERED} from ${FILES_FOR_TEACHER} where f.public_id = $1 and l.id = $2`,
);

/** Returns 0 when nobody is there to share any more. */
export const shareSubject = async (
  tx: Queries,
  user: { id: number; schoolId: number | null },
  subjectId: string,
): Promise<number> => {
  await lockUsers(tx, [user.id]);
  return tx.run(share, [user.id, subjectId, user.schoolId]);
};
/** In the order in which the two are asked for: an end is not overtaken. */
export const unshareSubject = async (tx: Queries, userId: number, subjectId: string): Promise<number> => {
  await lockUsers(tx, [userId]);
  return tx.run(unshare, [userId, subjectId]);
};

/** Whether a subject's files are shared, with whom, and when they were last seen: those of one paper, or of all. */
export const getSharing = (db: Queries, userId: number, subjectId: string, key: string | null) =>
  db.get(sharing, [userId, subjectId, key]);

/** The files of a paper that a teacher may see; the student sees that they have been opened. */
export const openSharedFiles = (db: Queries, linkId: number, teacherId: number, key: string) =>
  db.list(look, [linkId, teacherId, key]);

/** Undefined as soon as the teacher of this link may not see the file any more. */
export const findSharedFile = (db: Queries, publicId: string, linkId: number) =>
  db.find(toDeliver, [publicId, linkId]);
