import { writeAudit } from '../../db/audit.queries.ts';
import type { Database } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { deleteSessionsOfUsers } from '../../http/session.queries.ts';
import { setPasswordHash } from './accounts.queries.ts';
import { generatePassword } from './generate-password.ts';
import { createPasswords } from './passwords.ts';

const GENERATED_GROUPS = 4;

/** For somebody who lost theirs: sets a new password and ends all sessions. */
export const resetPassword = async (db: Database, userId: number): Promise<string> => {
  const password = generatePassword(GENERATED_GROUPS);
  const hash = await createPasswords().hash(password);
  await db.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    await setPasswordHash(tx, userId, hash);
    await deleteSessionsOfUsers(tx, [userId]);
    await writeAudit(tx, { actor: 'system', action: 'password_renewed', targetId: userId });
  });
  return password;
};
