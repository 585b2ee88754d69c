import { randomBytes, randomUUID } from 'node:crypto';
import type { Queries } from '../../db/database.ts';
import { hashOfToken } from '../accounts/mail-links.ts';
import { sealWith, unsealWith } from '../accounts/seals.ts';
import { insertSharePage, type NewPage, type SharePageRow } from './share-pages.queries.ts';

const TOKEN_BYTES = 32;
const ownerOf = (id: string) => `share page ${id}`;

export const makeSharePage = (tx: Queries, key: Buffer, page: NewPage): Promise<SharePageRow> => {
  const id = randomUUID();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sealedToken = sealWith(key, ownerOf(id), token);
  return insertSharePage(tx, { ...page, id, tokenHash: hashOfToken(token), sealedToken });
};

/**
 * Where a page opens; undefined when its token was sealed on another instance. The token stands in the fragment: it
 * reaches no server's log, and no other site as a referrer.
 */
export const pathOfSharePage = (
  key: Buffer,
  { id, sealed_token: sealed }: SharePageRow,
): string | undefined => {
  const token = unsealWith(key, ownerOf(id), sealed);
  return token && `/shared#token=${token}`;
};
