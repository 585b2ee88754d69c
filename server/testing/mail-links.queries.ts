import { command, type Queries } from '../db/database.ts';
import { hashOfToken } from '../features/accounts/mail-links.ts';

const insert = command(
  `insert into mail_links (token_hash, kind, user_id, email, expires_at)
   values ($1, $2, $3, $4, now() + interval '10 minutes')`,
);

let number = 0;
/** As if it had been mailed; returns what stands in the link. */
export const insertMailedLink = async (
  db: Queries,
  kind: 'reset' | 'confirm',
  user: { id: number; email: string },
): Promise<string> => {
  const token = String((number += 1)).padStart(43, 'x');
  await db.run(insert, [hashOfToken(token), kind, user.id, user.email]);
  return token;
};
