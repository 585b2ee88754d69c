import { z } from 'zod';
import { IDLE_DAYS, SCORES_DOWN, SET_ASIDE_DAYS } from '../../../domain/attention.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { overduePapers } from '../set-work/set-work.queries.ts';

/** Of three times the points, because that is what six scores add up to. */
const FALL = `r.scores[4] + r.scores[5] + r.scores[6] - r.scores[1] - r.scores[2] - r.scores[3]`;
/** What there is no record of counts from when the teacher began to follow the student. */
const IDLE_SINCE = `coalesce(last_done_at, activated_at)`;
const DAYS = `day_of(now()) - day_of(${IDLE_SINCE})`;

const TAUGHT = `array(select subject_id from teacher_subjects where teacher_id = $1)`;

// Nobody without a subject that the teacher teaches and the student takes, and nothing of the student's other subjects.
const NAMED = `(
     with overdue as (
       select link_id, count(distinct key) as papers, min(due_on) as since
       from ${overduePapers('l.teacher_id = $1', 'w.teacher_id = $1')} as papers group by link_id
     ), students as (
       select l.id, l.name, s.email, l.activated_at, l.set_aside_until,
         max(r.last_done_at) as last_done_at, max(${FALL}) as fall
       from teacher_students l
       join users s on s.id = l.student_id and s.role = 'student'
       join user_subjects u on u.user_id = s.id and u.subject_id = any(${TAUGHT})
       left join subject_work r on r.user_id = s.id and r.subject_id = u.subject_id and r.subject_id = any(${TAUGHT})
       where l.teacher_id = $1 and l.status = 'active'
       group by l.id, s.id
     )
     select id, name, email,
       case when o.link_id is not null then json_build_object('papers', papers, 'since', since) end as overdue,
       case when fall >= ${3 * SCORES_DOWN} then round(fall / 3.0)::int end as scores_down,
       case when ${DAYS} >= ${IDLE_DAYS}
         then json_build_object('days', case when last_done_at is not null then ${DAYS} end) end as idle,
       case when set_aside_until > now() then day_of(set_aside_until)::text end as set_aside_until
     from students left join overdue o on o.link_id = students.id
     where o.link_id is not null or fall >= ${3 * SCORES_DOWN} or ${DAYS} >= ${IDLE_DAYS})`;

const json = statement(
  z.object({ json: z.string() }),
  `select json_build_object('students', coalesce(json_agg(json_build_object(
     'id', id, 'overdue', overdue, 'scores_down', scores_down, 'idle', idle, 'set_aside_until', set_aside_until
   ) order by id), '[]'))::text as json from ${NAMED} as named`,
);
const reasons = statement(
  z.object({
    name: z.string().nullable(),
    email: z.string(),
    overdue: z.object({ papers: z.int(), since: z.string() }).nullable(),
    scores_down: z.int().nullable(),
    idle: z.object({ days: z.int().nullable() }).nullable(),
  }),
  `select name, email, overdue, scores_down, idle from ${NAMED} as named where set_aside_until is null`,
);

const setAside = command(
  `update teacher_students
   set set_aside_until = case when $3 then now() + interval '${SET_ASIDE_DAYS} days' end
   where id = $1 and teacher_id = $2 and status = 'active'`,
);

/** The teacher's students who need attention, as the JSON of `GET /teachers/attention`, built by PostgreSQL. */
export const getAttentionJson = async (db: Queries, teacherId: number): Promise<string> =>
  (await db.get(json, [teacherId])).json;
/** Those of them who are not set aside. */
export const listReasons = (db: Queries, teacherId: number) => db.list(reasons, [teacherId]);

/** Returns 0 when there is no such active link. */
export const setStudentAside = (db: Queries, id: number, teacherId: number, isSetAside: boolean) =>
  db.run(setAside, [id, teacherId, isSetAside]);
