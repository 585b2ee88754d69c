import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as untilPolled } from 'node:timers/promises';
import { intercept } from './intercept.ts';

/**
 * Stops a server without cutting anybody off. Every client that has connected gets an answer or a clean end of the
 * connection, never a reset: after a reset they could not tell whether their request was carried out.
 *
 * 1. Every answer says `Connection: close`, and new requests are still served, until none arrive any more.
 *
 * 2. For a moment answers are held back: a client that waits for one does not connect again. Then the system's queue of
 * new connections, which is dropped when we stop listening, is empty; we stop listening, and the answers go out.
 *
 * 3. Idle connections are closed: our half first, and the rest when the client has closed its own.
 */

export interface Times {
  /** Without a new request for this long, we assume that none is on its way. */
  quietMs: number;
  /** The longest we wait for that. */
  quietTimeoutMs: number;
  /** The same for clients that connect again as soon as they have an answer. */
  heldQuietMs: number;
  heldTimeoutMs: number;
  /** How long a client may take to close its half. */
  lingerMs: number;
}

const TIMES: Times = {
  quietMs: 300,
  quietTimeoutMs: 3000,
  heldQuietMs: 100,
  heldTimeoutMs: 1000,
  lingerMs: 1000,
};
const LOOK_EVERY_MS = 50;

interface Connection {
  /** Requests not fully answered yet: more than one when a client pipelines. */
  underWay: ServerResponse[];
  /** Since when it has been idle, and how much had been read by then. */
  idleSince: number;
  bytesRead: number;
  /** Our half is closed. */
  isEnding: boolean;
}

/**
 * Call it before the server listens. Returns a function that stops the server and resolves when the last connection has
 * closed.
 */
export const prepareDraining = (server: Server, times: Partial<Times> = {}): (() => Promise<void>) => {
  const { quietMs, quietTimeoutMs, heldQuietMs, heldTimeoutMs, lingerMs } = { ...TIMES, ...times };
  const connections = new Map<Socket, Connection>();
  let isDraining = false;
  let lastArrival = 0;
  let heldBack: (() => void)[] | undefined;

  /** Closing both halves at once would be a reset for a client that is still sending. */
  const end = (socket: Socket, connection: Connection): void => {
    connection.isEnding = true;
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  /** Node calls this after an answer that says `Connection: close`. */
  const lingerAtTheEnd = (socket: Socket, connection: Connection): void => {
    socket.destroySoon = () => end(socket, connection);
  };

  /** Only the last of several: the connection ends after it. */
  const sayClose = ({ underWay }: Connection): void => {
    for (const response of underWay) if (!response.headersSent) response.removeHeader('connection');
    const last = underWay.at(-1);
    if (last && !last.headersSent) last.setHeader('connection', 'close');
  };

  const hasSaidClose = ({ underWay }: Connection): boolean =>
    underWay.some((response) => response.headersSent && response.getHeader('connection') === 'close');

  server.on('connection', (socket: Socket) => {
    lastArrival = performance.now();
    const connection = { underWay: [], idleSince: lastArrival, bytesRead: 0, isEnding: false };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    if (isDraining) lingerAtTheEnd(socket, connection);
  });

  intercept(server, (request, response, answer) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    lastArrival = performance.now();
    // No answer could be sent any more, so nothing is done either.
    if (isDraining && (connection.isEnding || hasSaidClose(connection))) {
      request.resume();
      return;
    }
    connection.underWay.push(response);
    const rest = () => {
      connection.idleSince = performance.now();
      connection.bytesRead = socket.bytesRead;
    };
    response.once('close', () => {
      connection.underWay = connection.underWay.filter((other) => other !== response);
      rest();
    });
    // After its answer, when the answer did not wait for the body.
    request.once('close', rest);
    if (isDraining) sayClose(connection);
    if (heldBack) heldBack.push(answer);
    else answer();
  });

  /** Resolves when no request came for `quiet` ms, or after `most` ms. */
  const nobodyComes = async (quiet: number, most: number): Promise<void> => {
    const deadline = performance.now() + most;
    for (;;) {
      // Requests that came while we were busy count too, however late it is by the clock.
      await untilPolled();
      const left = Math.min(lastArrival + quiet, deadline) - performance.now();
      if (left <= 0) return;
      await delay(left);
    }
  };

  const endIdle = async (): Promise<void> => {
    const now = performance.now();
    const quiet = [...connections].filter(([, { idleSince }]) => now - idleSince >= quietMs);
    // What was sent while we were busy has not been read yet, however long ago that was by the clock.
    await untilPolled();
    for (const [socket, connection] of quiet) {
      const { underWay, bytesRead, isEnding } = connection;
      // Part of a request's head may have arrived.
      if (isEnding || underWay.length > 0 || socket.bytesRead !== bytesRead) continue;
      end(socket, connection);
    }
  };

  return async () => {
    isDraining = true;
    lastArrival = performance.now();
    for (const [socket, connection] of connections) {
      lingerAtTheEnd(socket, connection);
      sayClose(connection);
    }
    await nobodyComes(quietMs, quietTimeoutMs);
    heldBack = [];
    await nobodyComes(heldQuietMs, heldTimeoutMs);
    // The HTTP server's own close would end every idle connection, even one with a request on its way.
    NetServer.prototype.close.call(server);
    const answers = heldBack;
    heldBack = undefined;
    for (const answer of answers) answer();
    for (; connections.size > 0; await delay(LOOK_EVERY_MS)) await endIdle();
  };
};
