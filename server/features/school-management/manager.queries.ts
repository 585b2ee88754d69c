import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';
import { notLoggedIn } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';

const held = statement(
  z.object({ id: z.int() }),
  `select u.id from sessions s join users u on u.id = s.user_id
   where s.token_hash = $1 and s.expires_at > now() and u.role = 'school_admin' and u.school_id = $2
   for share of u`,
);

/**
 * After what took long, before anything is changed: a school admin who was dismissed meanwhile does nothing more. Until the
 * transaction ends nobody dismisses them. The platform admin is undefined.
 */
export const holdManager = async (
  tx: Queries,
  user: SessionUser | undefined,
  schoolId: number,
): Promise<void> => {
  if (user && !(await tx.find(held, [user.tokenHash, schoolId]))) throw notLoggedIn();
};
