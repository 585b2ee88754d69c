import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDraining, type Times } from './draining.ts';

/** A server on a port of its own, and raw connections to it. */

const FOREVER = 600_000;

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
let lines: Line[];

beforeEach(() => {
  asked = [];
  lines = [];
  answer = (_request, response) => response.end('ok');
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
});
afterEach(() => {
  for (const { socket } of lines) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const listen = async (times: Partial<Times>): Promise<() => Promise<void>> => {
  const drain = prepareDraining(server, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return drain;
};

interface Line {
  socket: Socket;
  /** Everything received, and how the connection ended. */
  heard(): string;
  ask(path: string): void;
  hears(text: string): Promise<void>;
}

const dial = async (): Promise<Line> => {
  const { port } = server.address() as AddressInfo;
  // It closes its own half itself.
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  let all = '';
  socket.on('data', (text) => {
    all += String(text);
  });
  socket.on('end', () => {
    all += '[end]';
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    all += `[${error.code}]`;
  });
  await once(socket, 'connect');
  const line: Line = {
    socket,
    heard: () => all,
    ask: (path) => void socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
    hears: (text) => vi.waitFor(() => expect(all).toContain(text), { timeout: 60_000 }),
  };
  lines.push(line);
  return line;
};

/** An answer that waits for us. */
const holdAnswers = () => {
  const waiting: ServerResponse[] = [];
  answer = (_request, response) => void waiting.push(response);
  return waiting;
};

const isAsked = (path: string) => vi.waitFor(() => expect(asked).toContain(path), { timeout: 60_000 });

test('while it still accepts requests, every answer says Connection: close', async () => {
  const drain = await listen({ quietMs: FOREVER, quietTimeoutMs: FOREVER });
  const kept = await dial();
  kept.ask('/before');
  await kept.hears('Connection: keep-alive');
  const begun = await dial();
  const waiting = holdAnswers();
  begun.ask('/begun');
  await isAsked('/begun');

  void drain();
  waiting[0]?.end('ok');
  await begun.hears('connection: close');
  await begun.hears('[end]');
  answer = (_request, response) => response.writeHead(200, { 'content-length': 2 }).end('ok');
  const late = await dial();
  for (const line of [kept, late]) {
    line.ask('/late');
    await line.hears('connection: close');
    await line.hears('ok[end]');
  }
});

test('pipelined requests are all answered, and the last answer closes the connection', async () => {
  const drain = await listen({ quietMs: FOREVER, quietTimeoutMs: FOREVER });
  const line = await dial();
  const waiting = holdAnswers();
  line.ask('/one');
  await isAsked('/one');
  void drain();
  line.ask('/two');
  await isAsked('/two');
  for (const response of waiting.toReversed()) response.end('ok');
  await line.hears('[end]');
  expect(line.heard().match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  expect(line.heard().match(/connection: close/g)).toHaveLength(1);

  // One more would get no answer: nothing is done for it.
  const { socket } = line;
  line.ask('/three');
  socket.end();
  await once(socket, 'close');
  expect(asked).toEqual(['/one', '/two']);
  expect(line.heard()).toMatch(/\[end]$/);
});

test('a body that nobody reads does not turn the answer into a reset', async () => {
  const drain = await listen({ quietMs: FOREVER, quietTimeoutMs: FOREVER, lingerMs: FOREVER });
  answer = (_request, response) => response.writeHead(401, { 'content-length': 2 }).end('no');
  void drain();
  const line = await dial();
  const part = 'x'.repeat(100_000);
  line.socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${10 * part.length}\r\n\r\n`);
  await line.hears('no[end]');
  for (let sent = 0; sent < 10; sent += 1) {
    await new Promise((resolve) => {
      line.socket.write(part, resolve);
    });
  }
  line.socket.end();
  await once(line.socket, 'close');
  expect(line.heard()).toMatch(/401 Unauthorized.*no\[end]$/s);
});

test('the last requests are answered after it has stopped listening, and new connections are refused', async () => {
  const drain = await listen({
    quietMs: FOREVER,
    quietTimeoutMs: 0,
    heldQuietMs: 200,
    heldTimeoutMs: FOREVER,
  });
  const wasListening: boolean[] = [];
  answer = (_request, response) => {
    wasListening.push(server.listening);
    response.end('ok');
  };
  const [kept, idle] = [await dial(), await dial()];
  for (const line of [kept, idle]) {
    line.ask('/before');
    await line.hears('ok');
  }
  const { port } = server.address() as AddressInfo;

  const drained = drain();
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  const late = await dial();
  for (const line of [kept, late]) line.ask('/late');
  for (const line of [kept, late]) await line.hears('connection: close');
  expect(wasListening).toEqual([true, true, false, false]);
  // An idle connection is still open for a request on its way.
  idle.ask('/last');
  await idle.hears('connection: close');
  await expect(once(connect({ host: '127.0.0.1', port }), 'connect')).rejects.toThrow('ECONNREFUSED');
  for (const { socket } of lines) socket.end();
  await drained;
});

test('an idle connection is closed cleanly, and later requests on it are ignored', async () => {
  const drain = await listen({ quietMs: 20, heldQuietMs: 0, lingerMs: FOREVER });
  const [kept, fresh] = [await dial(), await dial()];
  kept.ask('/before');
  await kept.hears('ok');
  const drained = drain();
  for (const line of [kept, fresh]) {
    await line.hears('[end]');
    line.ask('/after');
    line.socket.end();
    await once(line.socket, 'close');
  }
  await drained;
  expect(asked).toEqual(['/before']);
  for (const line of [kept, fresh]) expect(line.heard()).toMatch(/\[end]$/);
});

test('a request that came while the server was busy is answered, however long its connection had been idle', async () => {
  const drain = await listen({ quietMs: 2000, quietTimeoutMs: 0, heldQuietMs: 0, heldTimeoutMs: 0 });
  const line = await dial();
  const drained = drain();
  while (server.listening) await new Promise(setImmediate);
  line.ask('/meanwhile');
  const busyUntil = performance.now() + 2100;
  while (performance.now() < busyUntil);
  await line.hears('ok[end]');
  line.socket.end();
  await drained;
});
