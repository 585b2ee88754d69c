import type { AuditActor } from '../../../domain/audit.ts';
import type { MailSettings } from '../../config.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Database, Queries } from '../../db/database.ts';
import { HttpError, unprocessable } from '../../http/errors.ts';
import { setGeneratedHash } from './accounts.queries.ts';
import { endAllAccess } from './end-access.queries.ts';
import { generatePassword } from './generate-password.ts';
import { sendResetLink } from './mail-links.ts';
import type { Passwords } from './passwords.ts';

const GENERATED_GROUPS = 4;

interface Reset {
  userId: number;
  /** Finds and locks the user; throws if there is none whose password the caller may reset. */
  hold: (tx: Queries) => Promise<{ school_id: number | null; email: string | null }>;
  by: { actor: AuditActor; actorId?: number };
  /** Whose other passwords are hashed before this one. */
  address?: string;
}

/** For somebody who lost theirs: sets a new password, which is shown once, and ends all sessions. */
export const resetPassword = async (
  { db, passwords }: { db: Database; passwords: Passwords },
  { userId, hold, by, address }: Reset,
): Promise<string> => {
  // Before the costly part; and again below, because somebody may have changed meanwhile.
  await hold(db);
  const password = generatePassword(GENERATED_GROUPS);
  const hash = await passwords.hash(password, address === undefined ? undefined : { address });
  await db.transaction(async (tx) => {
    const { school_id: schoolId } = await hold(tx);
    await setGeneratedHash(tx, userId, hash);
    await endAllAccess(tx, [userId]);
    await writeAudit(tx, { ...by, action: 'password_renewed', targetId: userId, schoolId });
  });
  return password;
};

/** The same by a link to their address: nobody else sees the password. The one they lost counts until they use it. */
export const mailNewPassword = async (
  { db, mail }: { db: Database; mail: MailSettings | undefined },
  { userId, hold, by }: Omit<Reset, 'address'>,
): Promise<void> => {
  if (!mail) throw new HttpError(409, 'Mail is off. Make a new password instead.');
  await db.transaction(async (tx) => {
    const { school_id: schoolId, email } = await hold(tx);
    if (email === null) throw unprocessable('This user has no email address.');
    await endAllAccess(tx, [userId]);
    await sendResetLink(tx, mail, email);
    await writeAudit(tx, {
      ...by,
      action: 'password_renewed',
      targetId: userId,
      schoolId,
      details: { by: 'link' },
    });
  });
};
