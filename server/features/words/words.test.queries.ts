import { command, type Queries } from '../../db/database.ts';

const fill = command(
  `insert into words (id, teacher_id, student_id, completion_key, is_from_teacher, text)
   select gen_random_uuid(), $1, $2, $3, true, 'Word ' || n from generate_series(1, $4) as n`,
);
const age = command(
  `update words set removed_at = removed_at - interval '1 day' where removed_at is not null`,
);

/** So many words of the teacher's on one paper. */
export const fillPaper = (
  db: Queries,
  {
    teacher,
    student,
    key,
    count,
  }: { teacher: { id: number }; student: { id: number }; key: string; count: number },
) => db.run(fill, [teacher.id, student.id, key, count]);

/** Whatever was deleted was deleted a day earlier. */
export const ageRemovals = (db: Queries) => db.run(age);
