import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';

const difference = z.object({
  sum: z.string(),
  row: z.string(),
  kept: z.string().nullable(),
  counted: z.string().nullable(),
});

/** Full joins of the stored sums with what the rows add up to; a row of zeros is as good as none. */
const differences = statement(
  difference,
  `with subjects as (
     select school_id || ' ' || subject_id as row,
       (s.completed, s.score_sum, s.score_count, s.bands)::text as kept,
       (t.completed, t.score_sum, t.score_count, t.bands)::text as counted
     from (select * from school_subject_sums where completed <> 0 or score_sum <> 0 or score_count <> 0) s
     full join true_subject_sums t using (school_id, subject_id)
   ), months as (
     select school_id || ' ' || month as row, s.completed::text as kept, t.completed::text as counted
     from (select * from school_month_sums where completed <> 0) s full join true_month_sums t using (school_id, month)
   ), schools as (
     select school_id::text as row, s.active_students::text as kept, t.active_students::text as counted
     from (select * from school_sums where active_students <> 0) s full join true_school_sums t using (school_id)
   ), work as (
     select user_id || ' ' || subject_id as row,
       (k.last_done_at, k.scores, k.done, k.sums)::text as kept,
       (t.last_done_at, t.scores, t.done, t.sums)::text as counted
     from subject_work k full join true_subject_work t using (user_id, subject_id)
   ), students as (
     select user_id::text as row, (k.school_id, k.subjects, k.done, k.sums)::text as kept,
       (t.school_id, t.subjects, t.done, t.sums)::text as counted
     from student_work k full join true_student_work t using (user_id)
   ), people as (
     select school_id::text as row, (p.users, p.teachers, p.students, p.unconfirmed)::text as kept,
       (t.users, t.teachers, t.students, t.unconfirmed)::text as counted
     from (select * from school_people where (users, teachers, students, unconfirmed) <> (0, 0, 0, 0)) p
     full join true_school_people t using (school_id)
   ), days as (
     select id::text as row, active_on::text as kept, day::text as counted
     from users left join (
       select user_id, max(day_of(updated_at)) as day from completions group by user_id
     ) as t on user_id = id
   )
   select 'subject' as sum, * from subjects where kept is distinct from counted
   union all select 'month', * from months where kept is distinct from counted
   union all select 'active students', * from schools where kept is distinct from counted
   union all select 'student and subject', * from work where kept is distinct from counted
   union all select 'student', * from students where kept is distinct from counted
   union all select 'people', * from people where kept is distinct from counted
   union all select 'last activity', * from days where kept is distinct from counted
   order by 1, 2`,
);

/** Where the stored sums differ from what the records add up to; empty when all is well. */
export const listSumDifferences = (db: Queries) => db.list(differences);
