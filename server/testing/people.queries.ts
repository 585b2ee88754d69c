import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const withId = z.object({ id: z.int() });
const user = statement(
  withId,
  `insert into users (username, username_key, username_look, email, password_hash, role, school_id)
   values ($1, $2, $3, $4, $5, $6, $7) returning id`,
);
const prove = command(`update users set email_confirmed_at = now() where id = $1`);
const school = statement(withId, `insert into schools (name, domain_pattern) values ($1, $2) returning id`);

export const insertTestUser = (db: Queries, values: unknown[]) => db.get(user, values);
export const insertTestSchool = (db: Queries, values: unknown[]) => db.get(school, values);
/** As if the address had been proved. */
export const proveTestUser = (db: Queries, id: number) => db.run(prove, [id]);
