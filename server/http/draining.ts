import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as untilPolled } from 'node:timers/promises';
import { interpose } from './interpose.ts';

/**
 * Ends a server without cutting anybody off. Whoever has connected, as far as they know, gets an answer or a clean end of
 * the line, never a reset: they could not tell whether what they asked for was done.
 *
 * 1. Every answer says `Connection: close`, and whoever still comes is served, until nobody comes any more.
 * 2. For a moment answers are held back: who waits for one does not connect again. Then nobody is in the system's line of
 *    new connections, which is cut off when we stop listening; we stop, and the answers go out.
 * 3. Connections on which nothing happens are ended: our half first, and the rest when the client has ended its own.
 */

export interface Times {
  /** Nobody came for so long: nobody is on the way. */
  quietMs: number;
  /** So long we wait for that. */
  takeInMs: number;
  /** The same for those who connect again as soon as they have an answer. */
  heldQuietMs: number;
  heldMs: number;
  /** So long a client may take to end its half. */
  lingerMs: number;
}

const TIMES: Times = { quietMs: 300, takeInMs: 3000, heldQuietMs: 100, heldMs: 1000, lingerMs: 1000 };
const LOOK_EVERY_MS = 50;

interface Connection {
  /** Not answered to the end yet: more than one when a client does not wait for answers. */
  underWay: ServerResponse[];
  /** Since when it has nothing under way, and what had been read by then. */
  idleSince: number;
  bytesRead: number;
  /** Our half is ended. */
  isEnding: boolean;
}

/** Before the server listens. Call what it answers to end it: that resolves when the last connection has ended. */
export const prepareDraining = (server: Server, times: Partial<Times> = {}): (() => Promise<void>) => {
  const { quietMs, takeInMs, heldQuietMs, heldMs, lingerMs } = { ...TIMES, ...times };
  const connections = new Map<Socket, Connection>();
  let isDraining = false;
  let lastArrival = 0;
  let heldBack: (() => void)[] | undefined;

  /** An end of both halves at once is a reset to a client that is still sending. */
  const end = (socket: Socket, connection: Connection): void => {
    connection.isEnding = true;
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  /** What Node calls after an answer that says `Connection: close`. */
  const lingerAtTheEnd = (socket: Socket, connection: Connection): void => {
    socket.destroySoon = () => end(socket, connection);
  };

  /** Only the last of several: after it the line ends. */
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

  interpose(server, (request, response, answer) => {
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
    // Later than its answer, when that did not wait for the body.
    request.once('close', rest);
    if (isDraining) sayClose(connection);
    if (heldBack) heldBack.push(answer);
    else answer();
  });

  /** Nobody came for so long, or it has taken too long. */
  const nobodyComes = async (quiet: number, most: number): Promise<void> => {
    const deadline = performance.now() + most;
    for (;;) {
      // Who came while we were busy counts too, however late it is by the clock.
      await untilPolled();
      const left = Math.min(lastArrival + quiet, deadline) - performance.now();
      if (left <= 0) return;
      await delay(left);
    }
  };

  const endIdle = (): void => {
    for (const [socket, connection] of connections) {
      const { underWay, idleSince, bytesRead, isEnding } = connection;
      // The head of a request may have come in part.
      if (isEnding || underWay.length > 0 || socket.bytesRead !== bytesRead) continue;
      if (performance.now() - idleSince >= quietMs) end(socket, connection);
    }
  };

  return async () => {
    isDraining = true;
    lastArrival = performance.now();
    for (const [socket, connection] of connections) {
      lingerAtTheEnd(socket, connection);
      sayClose(connection);
    }
    await nobodyComes(quietMs, takeInMs);
    heldBack = [];
    await nobodyComes(heldQuietMs, heldMs);
    // Of HTTP's own close no idle connection survives, with or without a request on its way.
    NetServer.prototype.close.call(server);
    const answers = heldBack;
    heldBack = undefined;
    for (const answer of answers) answer();
    for (; connections.size > 0; await delay(LOOK_EVERY_MS)) endIdle();
  };
};
