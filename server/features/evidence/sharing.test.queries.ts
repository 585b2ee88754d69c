import { command, type Queries } from '../../db/database.ts';

const age = command(`update evidence_looks set looked_at = now() - interval '1 day' where student_id = $1`);

/** All looks at a student's files happened a day ago. */
export const ageLooks = (db: Queries, studentId: number) => db.run(age, [studentId]);
