import { connect, type Socket } from 'node:net';

/**
 * A kept connection that sends bytes made beforehand and looks at no more of the answer than it must: a flood has
 * to be faster than what is flooded.
 */
export interface Line {
  isFree(): boolean;
  isBroken(): boolean;
  opened: Promise<void>;
  /** The status of the answer; 0 when none came. */
  send(bytes: Buffer): Promise<number>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export const openLine = (port: number): Line => {
  let pending: ((status: number) => void) | undefined;
  let isBroken = false;
  let received: Buffer = Buffer.alloc(0);
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const answer = (status: number) => {
    const resolve = pending;
    pending = undefined;
    resolve?.(status);
  };
  socket.on('data', (piece: Buffer) => {
    received = received.length === 0 ? piece : Buffer.concat([received, piece]);
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    received = Buffer.alloc(0);
    answer(Number(head.slice(9, 12)));
  });
  const broke = () => {
    isBroken = true;
    answer(0);
  };
  socket.on('error', broke);
  socket.on('close', broke);
  return {
    opened: new Promise((resolve) => {
      socket.once('connect', resolve);
      socket.once('close', () => resolve());
    }),
    isFree: () => pending === undefined && !isBroken,
    isBroken: () => isBroken,
    send: (bytes) =>
      new Promise((resolve) => {
        pending = resolve;
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
};

export const requestBytes = (
  address: string,
  {
    token,
    knownTag,
    type,
    body = '',
  }: { token?: string | undefined; knownTag?: string | undefined; type?: string; body?: string } = {},
): Buffer =>
  Buffer.from(
    `${address} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}` +
      (knownTag ? `if-none-match: ${knownTag}\r\n` : '') +
      `${type ? `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`,
  );

export interface Shot {
  status: number;
  /** Milliseconds from when it was due: waiting for the sender counts, too. */
  ms: number;
  /** Which of the requests it was. */
  n: number;
  /** When it was sent and answered, by a clock that other processes share. */
  began: number;
  ended: number;
}

const TURN_MS = 2;

const shared = (now: number): number => performance.timeOrigin + now;

/**
 * So many requests a second, whether or not the earlier ones are answered, as people come. `ready` connections are opened
 * before, others as they are needed; without one in reach a request is not sent, and not in the result.
 */
export const steady = async (
  port: number,
  {
    rate,
    seconds,
    ready = 0,
    maxLines = 3000,
  }: { rate: number; seconds: number; ready?: number; maxLines?: number },
  next: (n: number) => Buffer,
): Promise<{ shots: Shot[]; due: number }> => {
  const shots: Shot[] = [];
  const free: Line[] = Array.from({ length: ready }, () => openLine(port));
  let lines = ready;
  await Promise.all(free.map((line) => line.opened));
  let due = 0;
  const under = new Set<Promise<void>>();
  const fire = async (n: number, since: number) => {
    let line = free.pop();
    while (line && !line.isFree()) {
      lines -= 1;
      line = free.pop();
    }
    if (!line) {
      if (lines >= maxLines) return;
      lines += 1;
      line = openLine(port);
    }
    const began = performance.now();
    const status = await line.send(next(n));
    const ended = performance.now();
    shots.push({ status, ms: ended - since, n, began: shared(began), ended: shared(ended) });
    if (line.isBroken()) lines -= 1;
    else free.push(line);
  };
  const started = performance.now();
  const total = Math.round(rate * seconds);
  while (due < total) {
    const until = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate));
    for (; due < until; due += 1) {
      const shot: Promise<void> = fire(due, started + ((due + 1) / rate) * 1000).finally(() =>
        under.delete(shot),
      );
      under.add(shot);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, TURN_MS);
    });
  }
  await Promise.all(under);
  for (const line of free) line.close();
  return { shots, due };
};

/** So many at a time, each sending its next request when the last is answered. */
export const closed = async (
  port: number,
  { lines, seconds }: { lines: number; seconds: number },
  next: (n: number) => Buffer,
): Promise<Shot[]> => {
  const shots: Shot[] = [];
  const end = performance.now() + seconds * 1000;
  let n = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      const line = openLine(port);
      while (performance.now() < end && !line.isBroken()) {
        const mine = (n += 1);
        const began = performance.now();
        const status = await line.send(next(mine));
        const ended = performance.now();
        shots.push({ status, ms: ended - began, n: mine, began: shared(began), ended: shared(ended) });
      }
      line.close();
    }),
  );
  return shots;
};
