import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isChunked } from './head.ts';

/** So much of a body is still read after its request was refused; a sender of more is cut off. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
/** A piece is 64 KB at most, so a connection is read at 4 MB a second: what is thrown away has time. */
const PIECE_EVERY_MS = 15;

const discard = (raw: IncomingMessage): void => {
  let left = MAX_DISCARDED_BYTES;
  raw.on('error', () => {});
  raw.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) raw.destroy();
    raw.pause();
    setTimeout(() => raw.resume(), PIECE_EVERY_MS);
  });
};

/**
 * To be called before a request is refused. Most clients, browsers among them, read an answer only after they have sent
 * everything, and a connection that is closed while bytes are still arriving is reset and takes the answer with it. So
 * the connection is kept open, whatever either side asked for, and the rest of the body is read and discarded.
 */
export const discardUnread = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  // The rest of one whose length is not known could cost more than the answer is worth.
  if (isChunked(raw)) return;
  // Set below the framework when the server stops, and then the connection ends gently (draining.ts). Set by the
  // framework it would only save reading on.
  if (!reply.raw.hasHeader('connection')) {
    reply.removeHeader('connection');
    if (!raw.complete) reply.raw.shouldKeepAlive = true;
  }
  if (!raw.complete) discard(raw);
};
