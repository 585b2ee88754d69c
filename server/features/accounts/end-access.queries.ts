import { command, type Queries } from '../../db/database.ts';
import { deleteSessionsOfUsers } from '../../http/session.queries.ts';

/** Ends the ways by which somebody may still come in as these users, or get hold of their accounts. */

const UNDER_WAY = `codes as (
     delete from sign_in_codes where user_id = any($1)
   ), attempts as (
     delete from sign_in_attempts where user_id = any($1)
   )`;
const links = command(`with ${UNDER_WAY} delete from mail_links where user_id = any($1)`);
const linksAndIdentities = command(
  `with ${UNDER_WAY}, joined as (
     delete from identities where user_id = any($1)
   )
   delete from mail_links where user_id = any($1)`,
);

/** Links that were mailed, and sign-ins through the school that are under way. */
export const forgetLinks = (tx: Queries, userIds: readonly number[]) => tx.run(links, [userIds]);

/** The same, and every session. */
export const endAccess = async (tx: Queries, userIds: readonly number[]) => {
  await forgetLinks(tx, userIds);
  await deleteSessionsOfUsers(tx, userIds);
};

/** Also unlinks every identity. For a new password: the owner can use it to link the account again. */
export const endAllAccess = async (tx: Queries, userIds: readonly number[]) => {
  await tx.run(linksAndIdentities, [userIds]);
  await deleteSessionsOfUsers(tx, userIds);
};
