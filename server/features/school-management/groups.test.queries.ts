import { command, type Queries } from '../../db/database.ts';

const insert = command(
  `insert into groups (school_id, name, sourced_id)
   select $1, (case when $3 then 'class ' else 'group ' end) || n, case when $3 then n::text end
   from generate_series(1, $2::int) as n`,
);

export const insertGroups = (
  db: Queries,
  schoolId: number,
  { count, areClasses }: { count: number; areClasses: boolean },
) => db.run(insert, [schoolId, count, areClasses]);
