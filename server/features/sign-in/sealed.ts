import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Queries } from '../../db/database.ts';
import { getSecret, insertSecret } from '../accounts/secrets.queries.ts';

/** Backups leave it out: whoever finds one cannot open what is sealed. */
const SECRET = 'sign_in_key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const getKey = async (db: Queries): Promise<Buffer> => {
  await insertSecret(db, SECRET, randomBytes(KEY_BYTES));
  return getSecret(db, SECRET);
};
/** What is sealed for one school cannot be moved to another. */
const belongingTo = (schoolId: number): Buffer => Buffer.from(`school ${schoolId}`);

export const seal = async (db: Queries, schoolId: number, text: string): Promise<Buffer> => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await getKey(db), iv).setAAD(belongingTo(schoolId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Undefined when it was sealed with another key: that of the instance from which a backup was restored. */
export const unseal = async (db: Queries, schoolId: number, sealed: Buffer): Promise<string | undefined> => {
  const decipher = createDecipheriv('aes-256-gcm', await getKey(db), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(belongingTo(schoolId))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
};
