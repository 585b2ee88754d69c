import { connect, type Socket } from 'node:net';

/**
 * A kept connection that sends bytes made beforehand and looks at no more of the answer than it must: whoever floods has
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
  { token, type, body = '' }: { token?: string | undefined; type?: string; body?: string } = {},
): Buffer =>
  Buffer.from(
    `${address} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}` +
      `${type ? `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''}\r\n${body}`,
  );
