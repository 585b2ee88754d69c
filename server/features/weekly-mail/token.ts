import { randomBytes } from 'node:crypto';
import { hashOfToken } from '../accounts/mail-links.ts';
import { sealWith, unsealWith } from '../accounts/seals.ts';

/** What ends somebody's weekly mail, without a login. */

const TOKEN_BYTES = 32;
const ownerOf = (userId: number) => `weekly mail ${userId}`;

export const makeToken = (key: Buffer, userId: number) => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, tokenHash: hashOfToken(token), sealedToken: sealWith(key, ownerOf(userId), token) };
};

/** Undefined when it was sealed on another instance. */
export const openToken = (key: Buffer, userId: number, sealed: Buffer): string | undefined =>
  unsealWith(key, ownerOf(userId), sealed);
