import { z } from 'zod';
import { ROLES } from '../../../domain/roles.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { type Queries, statement } from '../../db/database.ts';
import { IS_CLOSED } from './accounts.queries.ts';

/** Links that were mailed: whoever opens one has proved that the address is theirs. */

export type LinkKind = 'reset' | 'confirm';

// Only the newest link of each kind works. An address without an account gets a row too, so that both take as long, and so
// does that of an archived one.
// A mail to an unproved address leaves out the username: it could be a message to the owner of that address.
const insert = statement(
  z.object({ user_id: z.int().nullable(), username: z.string().nullable(), is_closed: z.boolean() }),
  `with former as (
     delete from mail_links where kind = $2 and (user_id = $3 or ($2 = 'reset' and email = $4))
   ), link as (
     insert into mail_links (token_hash, kind, user_id, email, expires_at)
     values ($1, $2, coalesce($3, (select id from users where email = $4 and not ${isArchived('users')})), $4, now() + make_interval(mins => $5))
     returning user_id
   )
   select user_id, case when email_confirmed_at is not null then username end as username,
     coalesce(${IS_CLOSED}, false) as is_closed
   from link left join users on users.id = user_id`,
);

const linkRow = z.object({
  user_id: z.int(),
  /** The address that the link was sent to. */
  email: z.string(),
  /** The address that the account has now. */
  current_email: z.string().nullable(),
  username: z.string().nullable(),
  is_confirmed: z.boolean(),
  role: z.enum(ROLES),
  school_id: z.int().nullable(),
  password_hash: z.string(),
  school_name: z.string().nullable(),
  domain_pattern: z.string().nullable(),
});
const LINK = `select user_id, l.email, u.email as current_email, username,
     email_confirmed_at is not null as is_confirmed, role, school_id, password_hash,
     s.name as school_name, domain_pattern
   from mail_links l join users u on u.id = user_id left join schools s on s.id = school_id
   where token_hash = $1 and kind = $2 and expires_at > now() and not ${isArchived('u')}`;
const byToken = statement(linkRow, LINK);
const use = statement(
  z.object({ user_id: z.int() }),
  `delete from mail_links where token_hash = $1 and kind = $2 and expires_at > now() returning user_id`,
);

/** Replaces the former one. Without `userId` it is for whoever has the address: returns who that is, if anybody. */
export const insertLink = (
  tx: Queries,
  link: { tokenHash: Buffer; kind: LinkKind; userId?: number; email: string; minutes: number },
) => tx.get(insert, [link.tokenHash, link.kind, link.userId ?? null, link.email, link.minutes]);

export const findLink = (db: Queries, kind: LinkKind, tokenHash: Buffer) =>
  db.find(byToken, [tokenHash, kind]);

/** Whoever gets it back has used it; it is used once. */
export const useLink = (tx: Queries, kind: LinkKind, tokenHash: Buffer) => tx.find(use, [tokenHash, kind]);
