import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { minutesOf, RETENTION, spanText } from '../../../domain/retention.ts';
import { ROLES } from '../../../domain/roles.ts';
import { SIGN_IN_KINDS, type SignInKind, TEST_OUTCOMES, TEST_STEPS } from '../../../domain/sign-in.ts';
import { isArchived, roleOf } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { CAN_LOSE } from '../accounts/address.queries.ts';
import { NOBODYS_HASH } from '../accounts/passwords.ts';

const lastTest = z.array(
  z.object({ step: z.enum(TEST_STEPS), outcome: z.enum(TEST_OUTCOMES), detail: z.string().nullable() }),
);
export type LastTest = z.infer<typeof lastTest>;

const settingsRow = z.object({
  school_id: z.int(),
  domain: z.string(),
  joins_by_domain: z.boolean(),
  kind: z.enum(SIGN_IN_KINDS),
  issuer: z.string(),
  tenant: z.string().nullable(),
  client_id: z.string(),
  client_secret: z.instanceof(Buffer),
  makes_students: z.boolean(),
  only_sign_in: z.boolean(),
  tested_at: z.string().nullable(),
  last_test: lastTest.nullable(),
});
export type SignInRow = z.infer<typeof settingsRow>;

const SETTINGS = `select school_id, domain_pattern as domain, joins_by_domain, kind, issuer, tenant, client_id, client_secret, makes_students,
     only_sign_in, tested_at, last_test
   from school_sign_ins join schools on schools.id = school_id where school_id = $1`;
const ofSchool = statement(settingsRow, SETTINGS);
const heldOfSchool = statement(settingsRow, `${SETTINGS} for update of school_sign_ins`);
const put = command(
  `insert into school_sign_ins as s
     (school_id, kind, issuer, tenant, client_id, client_secret, makes_students, only_sign_in, tested_at, last_test)
   values ($1, $2, $3, $4, $5, $6, $7, $8, null, null)
   on conflict (school_id) do update set
     kind = excluded.kind, issuer = excluded.issuer, tenant = excluded.tenant, client_id = excluded.client_id,
     client_secret = excluded.client_secret, makes_students = excluded.makes_students,
     only_sign_in = excluded.only_sign_in,
     tested_at = case when $9 then s.tested_at end, last_test = case when $9 then s.last_test end`,
);
const remove = command(`delete from school_sign_ins where school_id = $1`);
const removeIdentities = command(`delete from identities where school_id = $1`);
// Only of the settings that were tested: they may have been changed meanwhile.
const noteTest = command(
  `update school_sign_ins
   set last_test = $2, tested_at = case when $3 then now() else tested_at end
   where school_id = $1 and client_secret = $4`,
);

const offered = statement(
  z.object({ count: z.int(), only_school: z.int().nullable() }),
  `select count(*)::int as count, case when count(*) = 1 then min(school_id) end as only_school
   from school_sign_ins where tested_at is not null`,
);
const byDomain = statement(
  z.object({ school_id: z.int() }),
  `select school_id from school_sign_ins join schools on schools.id = school_id
   where domain_pattern = $1 and tested_at is not null`,
);
const ofUser = statement(
  z.object({ offered: z.boolean(), joined: z.boolean(), has_password: z.boolean() }),
  `select s.tested_at is not null as offered, u.password_hash <> $2 as has_password,
     exists (select from identities i where i.user_id = u.id and i.issuer = s.issuer and i.school_id = s.school_id) as joined
   from users u left join school_sign_ins s on s.school_id = u.school_id
   where u.id = $1`,
);
const insertAttempt = command(
  `insert into sign_in_attempts (state_hash, browser_hash, school_id, purpose, user_id, nonce, verifier, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, now() + interval '${spanText(RETENTION.school_sign_in)}')`,
);
const purpose = z.enum(['login', 'join', 'test']);
export type Purpose = z.infer<typeof purpose>;
// Whoever comes back with it first: nobody does so twice.
const takeAttempt = statement(
  z.object({
    school_id: z.int(),
    purpose,
    user_id: z.int().nullable(),
    nonce: z.string(),
    verifier: z.string(),
  }),
  `delete from sign_in_attempts where state_hash = $1 and browser_hash = $2 and expires_at > now()
   returning school_id, purpose, user_id, nonce, verifier`,
);

const insertCode = command(
  `insert into sign_in_codes
     (code_hash, browser_hash, kind, user_id, school_id, issuer, subject, proved_email, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(mins => $9))`,
);
const CODE = `code_hash = $1 and browser_hash = $2 and expires_at > now()`;
const takeSession = statement(
  z.object({ id: z.int(), role: z.enum(ROLES), school_id: z.int() }),
  `with taken as (
     delete from sign_in_codes where ${CODE} and kind = 'session' returning user_id, school_id
   )
   select id, role, users.school_id from taken join users on id = user_id and users.school_id = taken.school_id
     and not ${isArchived('users')}`,
);
const joinRow = z.object({
  user_id: z.int(),
  school_id: z.int(),
  issuer: z.string(),
  subject: z.string(),
  proved_email: z.string().nullable(),
});
export type JoinCode = z.infer<typeof joinRow>;
const JOIN = 'user_id, school_id, issuer, subject, proved_email';
const findJoin = statement(joinRow, `select ${JOIN} from sign_in_codes where ${CODE} and kind = 'join'`);
const takeJoin = statement(
  joinRow,
  `delete from sign_in_codes where ${CODE} and kind = 'join' returning ${JOIN}`,
);

const bound = z.object({
  id: z.int(),
  role: z.enum(ROLES),
  is_archived: z.boolean(),
  school_id: z.int().nullable(),
});
const ROLE = `${roleOf('users')} as role, ${isArchived('users')} as is_archived`;
export type BoundAccount = z.infer<typeof bound>;
const byIdentity = statement(
  bound,
  `select id, ${ROLE}, users.school_id from identities join users on users.id = user_id
   where issuer = $1 and subject = $2`,
);
const account = bound.extend({
  is_confirmed: z.boolean(),
  /** It never proved its address, and gives way to whoever does. */
  can_lose: z.boolean(),
  /** The school made it, and nobody has used it yet. */
  is_unused: z.boolean(),
  /** Somebody of this provider has joined it. */
  is_joined: z.boolean(),
});
export type FoundAccount = z.infer<typeof account>;
const ACCOUNT = `select id, ${ROLE}, school_id, email_confirmed_at is not null as is_confirmed,
     ${CAN_LOSE} as can_lose,
     must_change_password and not exists (
       select from audit where actor_id = users.id and action = 'logged_in') as is_unused,
     exists (select from identities where user_id = users.id and issuer = $2) as is_joined
   from users`;
const byAddress = statement(account, `${ACCOUNT} where email = $1`);
const byId = statement(account, `${ACCOUNT} where id = $1`);

const insertIdentity = command(
  `insert into identities (issuer, subject, user_id, school_id) values ($1, $2, $3, $4) on conflict do nothing`,
);
const insertStudent = statement(
  z.object({ id: z.int() }),
  `insert into users
     (username, username_key, username_look, email, password_hash, role, school_id, email_confirmed_at, email_waits)
   values ($1, $2, $3, $4, $8, 'student', $5, case when $6 then now() end, $7)
   on conflict do nothing returning id`,
);
// A password that somebody else made is not needed by whoever comes through the school, and lies on a slip of paper.
const forgetGenerated = command(
  `update users set password_hash = $2, must_change_password = false
   where id = $1 and must_change_password`,
);

const forgetAttempts = command(`delete from sign_in_attempts where expires_at <= now()`);
const forgetCodes = command(`delete from sign_in_codes where expires_at <= now()`);

export const findSettings = (db: Queries, schoolId: number) => db.find(ofSchool, [schoolId]);
export const holdSettings = (tx: Queries, schoolId: number) => tx.find(heldOfSchool, [schoolId]);
/** `isSame`: what was tested before still counts. */
export const saveSettings = (
  tx: Queries,
  row: Omit<SignInRow, 'domain' | 'joins_by_domain' | 'tested_at' | 'last_test'> & { isSame: boolean },
) =>
  tx.run(put, [
    row.school_id,
    row.kind satisfies SignInKind,
    row.issuer,
    row.tenant,
    row.client_id,
    row.client_secret,
    row.makes_students,
    row.only_sign_in,
    row.isSame,
  ]);
export const deleteSettings = async (tx: Queries, schoolId: number) => {
  await tx.run(removeIdentities, [schoolId]);
  return tx.run(remove, [schoolId]);
};
export const saveTest = (
  db: Queries,
  { school_id, client_secret }: SignInRow,
  steps: LastTest,
  hasPassed: boolean,
) => db.run(noteTest, [school_id, JSON.stringify(steps), hasPassed, client_secret]);

export const getOffered = (db: Queries) => db.get(offered);
/** By the domain of an address, such as '@school.edu'. */
export const findSchoolWithSignIn = (db: Queries, domain: string) => db.find(byDomain, [domain]);
export const getSignInOf = (db: Queries, userId: number) => db.get(ofUser, [userId, NOBODYS_HASH]);
export const rememberAttempt = (
  db: Queries,
  attempt: {
    stateHash: Buffer;
    browserHash: Buffer;
    schoolId: number;
    purpose: Purpose;
    userId: number | null;
    nonce: string;
    verifier: string;
  },
) =>
  db.run(insertAttempt, [
    attempt.stateHash,
    attempt.browserHash,
    attempt.schoolId,
    attempt.purpose,
    attempt.userId,
    attempt.nonce,
    attempt.verifier,
  ]);
export const findAttempt = (db: Queries, stateHash: Buffer, browserHash: Buffer) =>
  db.find(takeAttempt, [stateHash, browserHash]);

export const insertSessionCode = (
  tx: Queries,
  hashes: { code: Buffer; browser: Buffer },
  { userId, schoolId }: { userId: number; schoolId: number },
) => tx.run(insertCode, [hashes.code, hashes.browser, 'session', userId, schoolId, null, null, null, 1]);
export const insertJoinCode = (tx: Queries, hashes: { code: Buffer; browser: Buffer }, join: JoinCode) =>
  tx.run(insertCode, [
    hashes.code,
    hashes.browser,
    'join',
    join.user_id,
    join.school_id,
    join.issuer,
    join.subject,
    join.proved_email,
    minutesOf(RETENTION.school_sign_in),
  ]);
export const takeSessionCode = (tx: Queries, hashes: { code: Buffer; browser: Buffer }) =>
  tx.find(takeSession, [hashes.code, hashes.browser]);
export const findJoinCode = (db: Queries, hashes: { code: Buffer; browser: Buffer }) =>
  db.find(findJoin, [hashes.code, hashes.browser]);
export const takeJoinCode = (tx: Queries, hashes: { code: Buffer; browser: Buffer }) =>
  tx.find(takeJoin, [hashes.code, hashes.browser]);

export const findBound = (db: Queries, issuer: string, subject: string) =>
  db.find(byIdentity, [issuer, subject]);
export const findAccount = (db: Queries, email: string, issuer: string) =>
  db.find(byAddress, [email, issuer]);
export const findAccountById = (db: Queries, id: number, issuer: string) => db.find(byId, [id, issuer]);
/** Returns 0 when either is joined already. */
export const bind = (
  tx: Queries,
  { issuer, subject }: { issuer: string; subject: string },
  userId: number,
  schoolId: number,
) => tx.run(insertIdentity, [issuer, subject, userId, schoolId]);
/** Undefined when the name is taken. */
export const insertSignedUp = (
  tx: Queries,
  student: { username: string; email: string; schoolId: number; isProved: boolean; waits: boolean },
): Promise<{ id: number } | undefined> =>
  tx.find(insertStudent, [
    student.username,
    loginKey(student.username),
    lookOf(student.username),
    student.email,
    student.schoolId,
    student.isProved,
    student.waits,
    NOBODYS_HASH,
  ]);
export const forgetGeneratedPassword = (tx: Queries, userId: number) =>
  tx.run(forgetGenerated, [userId, NOBODYS_HASH]);

export const deleteExpiredSignIns = async (tx: Queries) => {
  await tx.run(forgetAttempts);
  await tx.run(forgetCodes);
};
