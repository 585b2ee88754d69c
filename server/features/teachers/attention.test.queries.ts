import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const age = command(
  `update teacher_students set activated_at = now() - make_interval(days => $2) where id = $1`,
);
const move = command(`update set_work set due_on = day_of(now()) - $2::int where id = $1`);
const today = statement(z.object({ day: z.string() }), `select day_of(now())::text as day`);

/** As if the teacher had followed the student for so many days. */
export const ageLink = (db: Queries, id: number, days: number) => db.run(age, [id, days]);
/** As if the day of the set work had been so many days ago. */
export const ageSetWork = (db: Queries, id: string, days: number) => db.run(move, [id, days]);
export const getToday = async (db: Queries): Promise<string> => (await db.get(today)).day;
