import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const markTested = command(`update school_sign_ins set tested_at = now() where school_id = $1`);
const confirmed = command(`update users set email_confirmed_at = now() where id = $1`);
const generated = command(`update users set must_change_password = true where id = $1`);
const age = command(
  `with attempts as (update sign_in_attempts set expires_at = expires_at - make_interval(secs => $1))
   update sign_in_codes set expires_at = expires_at - make_interval(secs => $1)`,
);
const ageLogins = command(
  `update sessions set created_at = created_at - make_interval(mins => $2) where user_id = $1`,
);
const user = z.object({
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string(),
  school_id: z.int().nullable(),
  is_confirmed: z.boolean(),
  subjects: z.array(z.string()),
});
const USER = `select id, username, email, role, school_id, email_confirmed_at is not null as is_confirmed,
     array(select subject from identities where user_id = users.id order by subject) as subjects
   from users`;
const byId = statement(user, `${USER} where id = $1`);
const ofSchool = statement(user, `${USER} where school_id = $1 order by id`);
const secrets = statement(
  z.object({ client_secret: z.instanceof(Buffer) }),
  `select client_secret from school_sign_ins`,
);
const links = statement(
  z.object({ student_id: z.int().nullable(), status: z.string() }),
  `select student_id, status from teacher_students where teacher_id = $1`,
);
const left = statement(
  z.object({ attempts: z.int(), codes: z.int() }),
  `select (select count(*) from sign_in_attempts)::int as attempts, (select count(*) from sign_in_codes)::int as codes`,
);

export const markSignInTested = (db: Queries, schoolId: number) => db.run(markTested, [schoolId]);
export const confirmTestAddress = (db: Queries, userId: number) => db.run(confirmed, [userId]);
export const generateTestPassword = (db: Queries, userId: number) => db.run(generated, [userId]);
/** As if so much time had passed. */
export const ageSignIns = (db: Queries, seconds: number) => db.run(age, [seconds]);
export const ageLoginsOf = (db: Queries, userId: number, minutes: number) =>
  db.run(ageLogins, [userId, minutes]);
export const getTestUser = (db: Queries, id: number) => db.get(byId, [id]);
export const listTestUsers = (db: Queries, schoolId: number) => db.list(ofSchool, [schoolId]);
export const listSealedSecrets = async (db: Queries) =>
  (await db.list(secrets)).map(({ client_secret }) => client_secret);
export const listLinksOf = (db: Queries, teacherId: number) => db.list(links, [teacherId]);
export const countSignIns = (db: Queries) => db.get(left);
