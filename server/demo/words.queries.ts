import { command, type Queries } from '../db/database.ts';

/** Every so many students have a word on the paper that they did last. */
const EVERY = 4;

// One in two is answered, and the last answers are new.
const insert = command(
  `with latest as (
     select distinct on (l.id) l.id, l.teacher_id, l.student_id, c.key, c.completed_at
     from teacher_students l
     join users s on s.id = l.student_id and s.email like '%' || $1
     join teacher_subjects using (teacher_id)
     join user_subjects us on us.user_id = s.id and us.subject_id = teacher_subjects.subject_id
     join completions c on c.user_id = s.id and c.subject_id = us.subject_id and c.is_completed
     where l.status = 'active' order by l.id, c.completed_at desc
   ), papers as (
     select *, row_number() over (order by id)::int as n from latest where id % ${EVERY} = 0
   ), said as (
     select papers.*, true as is_from_teacher, ($2::text[])[1 + n % cardinality($2::text[])] as text,
       least(now(), completed_at + interval '20 hours') as at
     from papers
     union all
     select papers.*, false, ($3::text[])[1 + n % cardinality($3::text[])], least(now(), completed_at + interval '30 hours')
     from papers where n % 2 = 0
   )
   insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text, created_at, read_at)
   select gen_random_uuid(), teacher_id, student_id, key, is_from_teacher, text, at,
     case when is_from_teacher = (n % 2 = 0) then at + interval '5 hours' end
   from said`,
);

/** What teachers of the demo's school wrote, and what they were answered. */
export const insertWords = (
  tx: Queries,
  domain: string,
  words: readonly string[],
  answers: readonly string[],
) => tx.run(insert, [domain, words, answers]);
