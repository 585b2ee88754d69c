import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const RANDOM_BYTES = 16;

/** Contains the address, so that the registration page can fill it in. It grants nothing. */
export const makeInvitationToken = (email: string): string =>
  `${Buffer.from(email).toString('base64url')}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** In the hash, which no server and no log sees. */
export const invitationLink = (
  publicUrl: string | undefined,
  request: FastifyRequest,
  token: string,
): string => `${publicUrl ?? `${request.protocol}://${request.host}`}/register#invite=${token}`;
