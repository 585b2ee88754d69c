import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Queries } from '../../db/database.ts';
import { getSecret, insertSecret } from './secrets.queries.ts';

/** What the server has to read again itself, encrypted. Backups leave the keys out: whoever finds one opens nothing. */

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

type KeyName = 'sign_in_key' | 'share_page_key' | 'weekly_mail_key';
/** Generated when it is first needed. */
export const getSealKey = async (db: Queries, name: KeyName): Promise<Buffer> => {
  await insertSecret(db, name, randomBytes(KEY_BYTES));
  return getSecret(db, name);
};

/** What is sealed for one owner cannot be moved to another. */
export const sealWith = (key: Buffer, owner: string, text: string): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Undefined when it was sealed with another key: that of the instance from which a backup was restored. */
export const unsealWith = (key: Buffer, owner: string, sealed: Buffer): string | undefined => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
};
