import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { getSecret, insertSecret } from '../accounts/secrets.queries.ts';

/** What one link opens. `width` is null for the file in its stored size. */
export interface Delivery {
  publicId: string;
  kind: 'file' | 'thumbnail';
  width: number | null;
  /** Of a file that a student shares: the link between teacher and student by which it is seen. Null for the owner's. */
  linkId: number | null;
}

const SECRET = 'file_signature_key';
const KEY_BYTES = 32;
const STEP_SECONDS = 3600;

export interface Signer {
  /**
   * The query string that opens this for one to two hours. It stays the same for an hour, so that browsers can cache.
   */
  sign(delivery: Delivery): Promise<string>;
  /** How many seconds a link is still valid; undefined when it was not made here or has expired. */
  check(delivery: Delivery, expires: string, signature: string): Promise<number | undefined>;
}

/** The key is generated once and stored in the database, so that every server of an installation signs alike. */
export const createSigner = (db: Database, clock: () => number = Date.now): Signer => {
  const now = () => Math.floor(clock() / 1000);
  let key: Promise<Buffer> | undefined;
  const loadKey = async (): Promise<Buffer> => {
    await insertSecret(db, SECRET, randomBytes(KEY_BYTES));
    return getSecret(db, SECRET);
  };
  const getKey = async (): Promise<Buffer> => {
    key ??= loadKey();
    try {
      return await key;
    } catch (error) {
      key = undefined;
      throw error;
    }
  };
  const signatureOf = async ({ publicId, kind, width, linkId }: Delivery, expires: string): Promise<string> =>
    createHmac('sha256', await getKey())
      .update(JSON.stringify([publicId, kind, width, expires, ...(linkId === null ? [] : [linkId])]))
      .digest('base64url');

  return {
    sign: async (delivery) => {
      const expires = String((Math.floor(now() / STEP_SECONDS) + 2) * STEP_SECONDS);
      const query = new URLSearchParams({ expires, signature: await signatureOf(delivery, expires) });
      if (delivery.width !== null) query.set('width', String(delivery.width));
      if (delivery.linkId !== null) query.set('link', String(delivery.linkId));
      return query.toString();
    },
    check: async (delivery, expires, signature) => {
      // Compared as text: not all bits of the last base64 letter count, so two texts can mean the same bytes.
      const [given, wanted] = [Buffer.from(signature), Buffer.from(await signatureOf(delivery, expires))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const left = Number(expires) - now();
      return left > 0 ? left : undefined;
    },
  };
};
