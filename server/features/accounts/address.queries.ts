import { z } from 'zod';
import { emailDomain } from '../../../domain/accounts.ts';
import { command, type Queries, statement } from '../../db/database.ts';

/** Whose an address is: it is proved, changed, and lost to whoever proves it. */

/**
 * The school of somebody with this address and domain: the one that has the domain, unless it only lets in whom it knows.
 * Whom one of its teachers has invited is known.
 */
export const schoolOf = (email: string, domain: string) => `(
     select id from schools where domain_pattern = ${domain} and (joins_by_domain or exists (
       select from teacher_students l join users t on t.id = l.teacher_id
       where l.email = ${email} and l.declined_at is null and t.role = 'teacher' and t.school_id = schools.id)))`;

// With a proved address somebody belongs to the school of its domain, unless they belong to one already. Whoever comes
// from a school through its sign-in ($4) belongs to that.
const confirm = statement(
  z.object({ waited: z.boolean(), school_id: z.int().nullable() }),
  `with before as (select id, email_waits from users where id = $1 and email = $2 for update)
   update users u set
     email_confirmed_at = coalesce(email_confirmed_at, now()),
     email_waits = false,
     school_id = coalesce(school_id, $4, ${schoolOf('$2', '$3')})
   from before where u.id = before.id
   returning before.email_waits as waited, school_id`,
);

const give = command(
  `update users set email = $2, email_confirmed_at = case when $3 then now() end, email_waits = false where id = $1`,
);

/**
 * Whether a user gives way to whoever proves the address: it was never proved. An archived account keeps it, because it is
 * the school's to bring back.
 */
export const CAN_LOSE = `(email_confirmed_at is null and username is not null and role in ('student', 'teacher'))`;
const holder = statement(
  z.object({ id: z.int(), can_lose: z.boolean() }),
  `select id, ${CAN_LOSE} as can_lose from users where email = $1`,
);
const lose = command(
  `update users set email = null, email_waits = false, school_id = null
   where id = $1 and email = $2 and email_confirmed_at is null`,
);
// A link without an address is to somebody whom the school knows: it stays.
const endLinks = command(
  `update teacher_students
   set status = 'pending', student_id = null, activated_at = null, declined_at = null, pending_since = now(),
     by_roster = false
   where student_id = any($1) and email is not null`,
);

/** Undefined when the account has another address by now. */
export const confirmAddress = (tx: Queries, userId: number, email: string, comesFrom: number | undefined) =>
  tx.find(confirm, [userId, email, emailDomain(email), comesFrom ?? null]);

export const giveAddress = (tx: Queries, userId: number, email: string, isProved: boolean) =>
  tx.run(give, [userId, email, isProved]);

/** Who has this address, and whether they would have to give way to somebody who proves it. */
export const findHolder = (tx: Queries, email: string) => tx.find(holder, [email]);

/** Teachers who follow these accounts become requests again, for the owner of the address to accept. */
export const askAgain = (tx: Queries, userIds: readonly number[]) => tx.run(endLinks, [userIds]);

/**
 * An account that never proved its address goes on without it, and without what rested on it: the school, and the
 * teachers who follow that address. They wait for its owner.
 */
export const loseAddress = async (tx: Queries, userId: number, email: string) => {
  await askAgain(tx, [userId]);
  await tx.run(lose, [userId, email]);
};
