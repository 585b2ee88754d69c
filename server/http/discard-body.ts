import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isChunked } from './request-head.ts';

/** This much of a body is still read after its request was refused; a client that sends more is cut off. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
/** A chunk is 64 KB at most, so a connection is read at 4 MB a second: discarding is not urgent. */
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
 * Call before refusing a request. Most clients, browsers among them, read an answer only after they have sent
 * everything, and a connection closed while bytes are still arriving is reset and loses the answer. So the connection
 * stays open, whatever either side asked for, and the rest of the body is read and discarded.
 */
export const discardUnread = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  // The rest of a body of unknown length could cost more than the answer is worth.
  if (isChunked(raw)) return;
  // Set below the framework when the server stops; then the connection ends gracefully (draining.ts). The framework
  // sets it only to avoid reading on.
  if (!reply.raw.hasHeader('connection')) {
    reply.removeHeader('connection');
    if (!raw.complete) reply.raw.shouldKeepAlive = true;
  }
  if (!raw.complete) discard(raw);
};
