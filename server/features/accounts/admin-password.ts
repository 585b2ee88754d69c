import { createHash, timingSafeEqual } from 'node:crypto';
import { codePoints } from '../../../domain/text.ts';
import type { JudgePassword } from '../../config.ts';
import { countInAudit, writeAudit } from '../../db/audit.queries.ts';
import type { Database } from '../../db/database.ts';
import type { Throttle } from '../../http/throttle.ts';
import { generatePassword } from './generate-password.ts';
import { weaknessOf } from './refuse-weak.ts';
import { getSecret, insertSecret, replaceSecret } from './secrets.queries.ts';

/** Checks the platform admin's password; throws 429 for too many guesses, from one address or from all. */
export type AdminPassword = (given: string, address: string) => Promise<boolean>;

const SECRET = 'admin_password_sha256';
const SUBJECT = 'platform admin';

// A fast hash is right here and would be wrong for a password that a person chose: ours has 99 random bits, which
// nobody guesses however fast the hash is, and every admin call checks it.
const GENERATED_GROUPS = 5;
const hashOf = (password: string): Buffer => createHash('sha256').update(password).digest();

/**
 * It opens everything, and every call checks it with a fast hash: so it must be longer than a user's, and not a word
 * for what it opens.
 */
const CHOSEN_MIN = 15;

export const judgeAdminPassword: JudgePassword = (password, publicUrl = '') =>
  codePoints(password) < CHOSEN_MIN
    ? `has fewer than ${CHOSEN_MIN} characters`
    : weaknessOf(password, { admin: ['platform', 'admin', 'administrator', publicUrl] });

export const generateAdminPassword = (): string => generatePassword(GENERATED_GROUPS);

/**
 * Without the setting, the first generated password that is kept is the one of this installation. Returns whether it is
 * the given one, which is to be printed then. May be called again with it: a try that got no answer may have kept it.
 */
export const keepFirstAdminPassword = async (db: Database, password: string): Promise<boolean> => {
  // Of several servers that start together, one keeps its own.
  await insertSecret(db, SECRET, hashOf(password));
  return hashOf(password).equals(await getSecret(db, SECRET));
};

/** Generates a new one; the old one stops working at once, on every server. */
export const renewAdminPassword = async (db: Database): Promise<string> => {
  const password = generateAdminPassword();
  await db.transaction(async (tx) => {
    await replaceSecret(tx, SECRET, hashOf(password));
    await writeAudit(tx, { actor: 'system', action: 'admin_password_renewed' });
  });
  return password;
};

/** Of the one password of this installation: the setting or, without it, the one that was kept at the first start. */
export const createAdminPassword =
  (db: Database, throttle: Throttle, setting: string | undefined): AdminPassword =>
  async (given, address) => {
    // Looked up every time: it may be renewed while we run.
    const wanted = setting === undefined ? await getSecret(db, SECRET) : hashOf(setting);
    const isRight = timingSafeEqual(hashOf(given), wanted);
    // Every admin call comes here, many in parallel: the right password does not count as a guess and usually only
    // reads.
    if (isRight) {
      if (await throttle.wait(SUBJECT, address)) await throttle.trust(SUBJECT, address);
    } else {
      await throttle.guess(SUBJECT, address);
      await throttle.fail(SUBJECT, address);
      await countInAudit(db, 'admin_password_refused');
    }
    return isRight;
  };
