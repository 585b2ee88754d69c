import { connect, type Socket } from 'node:net';
import { closed, openLine, requestBytes, type Shot, steady } from '../../bench/connections.ts';
import { mixedBytes } from '../../bench/ticks.ts';
import { NUMBER } from './bodies.ts';

/** Runs as a process of its own, so that the flood does not slow down the measurement. */

export type Job =
  | { kind: 'logins'; port: number; rate: number; seconds: number; username: string; password: string }
  | { kind: 'hold'; port: number; idle: number; slow: number; token: string }
  | { kind: 'calls'; port: number; tokens: string[]; seconds: number; lines: number }
  | { kind: 'bodies'; port: number; senders: number; seconds: number; request: string }
  | { kind: 'overload'; port: number; tokens: string[]; seconds: number; rate: number };

export interface Done {
  shots: Shot[];
  /** How many were due, sent or not. */
  due: number;
}

/** Open before the flood begins: what is measured is how requests are turned away, not how connections are made. */
const FLOOD_LINES = 2000;

const answer = (done: Done) => process.send?.(done);

/** Connections that do nothing, and others that send a byte a second: in their head, and in their body. */
const hold = (port: number, idle: number, slow: number, token: string): Socket[] => {
  const head = Buffer.from('GET /api/users/me HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ');
  const body = Buffer.from(
    `POST /api/completion HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
  );
  const open = (first?: Buffer): Socket => {
    const socket = connect(port, '127.0.0.1', () => {
      if (!first) return;
      socket.write(first);
      const timer = setInterval(() => socket.write(' '), 1000);
      socket.on('close', () => clearInterval(timer));
    });
    socket.on('error', () => {});
    return socket;
  };
  return [
    ...Array.from({ length: idle }, () => open()),
    ...Array.from({ length: slow }, (_, n) => open(n % 2 ? head : body)),
  ];
};

/** So many senders, each with its next body when the last is answered, over a new connection when that one was closed. */
const sendBodies = async ({ port, senders, seconds, request }: Extract<Job, { kind: 'bodies' }>) => {
  const bytes = Buffer.from(request, 'latin1');
  const numbers: number[] = [];
  for (let at = bytes.indexOf(NUMBER); at >= 0; at = bytes.indexOf(NUMBER, at + 1)) numbers.push(at);
  const next = (n: number): Buffer => {
    if (numbers.length === 0) return bytes;
    const mine = Buffer.from(bytes);
    for (const at of numbers) mine.write(String(n).padStart(NUMBER.length, '0'), at);
    return mine;
  };
  const shots: Shot[] = [];
  const end = performance.now() + seconds * 1000;
  // Registrations of an earlier run keep their names.
  let n = Date.now() % 1_000_000_000;
  await Promise.all(
    Array.from({ length: senders }, async () => {
      let line = openLine(port);
      while (performance.now() < end) {
        if (line.isBroken()) line = openLine(port);
        n += 1;
        const began = performance.now();
        const status = await line.send(next(n));
        const ended = performance.now();
        shots.push({ status, ms: ended - began, n, began, ended });
      }
      line.close();
    }),
  );
  return { shots, due: shots.length };
};

process.on('message', (job: Job) => {
  void (async () => {
    switch (job.kind) {
      case 'logins': {
        const bytes = requestBytes('POST /api/token', {
          type: 'application/x-www-form-urlencoded',
          body: new URLSearchParams({ username: job.username, password: job.password }).toString(),
        });
        answer(await steady(job.port, job, () => bytes));
        break;
      }
      case 'hold': {
        const sockets = hold(job.port, job.idle, job.slow, job.token);
        await Promise.all(
          sockets.map(
            (socket) =>
              new Promise<void>((resolve) => {
                if (!socket.connecting) resolve();
                socket.once('connect', () => resolve());
                socket.once('close', () => resolve());
              }),
          ),
        );
        answer({ shots: [], due: sockets.filter((socket) => !socket.destroyed).length });
        break;
      }
      case 'calls': {
        const shots = await closed(job.port, job, (n) => mixedBytes(job.tokens, n));
        answer({ shots, due: shots.length });
        break;
      }
      case 'bodies':
        answer(await sendBodies(job));
        break;
      case 'overload':
        answer(await steady(job.port, { ...job, ready: FLOOD_LINES }, (n) => mixedBytes(job.tokens, n)));
        break;
      default:
        throw new Error('There is no such job.');
    }
  })();
});
process.send?.('ready');
