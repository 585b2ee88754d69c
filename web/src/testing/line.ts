import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { UNAVAILABLE } from '../../../domain/messages.ts';

/** The line between a browser and the real server: a proxy that passes every call on, and that can be disturbed. */

export interface Call {
  /** `POST /subjects` */
  address: string;
  body: Record<string, unknown>;
  /** The server has answered it, whether or not the answer has arrived. */
  isAnswered: boolean;
  /** What it answered. */
  status?: number;
}

type Fault =
  /** A gateway answers with this status: the server never hears of the call. */
  | number
  /** The server answers that it is to be tried again in a second. */
  | 'come back'
  /** Broken off: the server never hears of it either. */
  | 'cut'
  /** The server has answered, and the answer never arrives. */
  | 'lost answer'
  /** The question, or the answer, is under way until then. */
  | { question: Promise<void> }
  | { answer: Promise<void> };

interface Passed {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export type Line = Awaited<ReturnType<typeof openLine>>;

export async function openLine() {
  const calls: Call[] = [];
  const waiting = new Set<() => void>();
  let faultFor: (call: Call) => Fault | undefined = () => undefined;

  const proxy = createServer((question, response) => {
    // Either end hung up.
    pass(question, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;

  async function pass(question: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(question);
    const call: Call = {
      address: `${question.method} ${question.url?.replace('/api', '')}`,
      body: body.length === 0 ? {} : (JSON.parse(String(body)) as Call['body']),
      isAnswered: false,
    };
    calls.push(call);
    const fault = faultFor(call);
    for (const look of waiting) look();
    if (fault === 'cut') {
      response.destroy();
      return;
    }
    if (fault === 'come back') {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(JSON.stringify({ detail: UNAVAILABLE }));
      return;
    }
    if (typeof fault === 'number') {
      response.writeHead(fault, { 'content-type': 'text/html' });
      response.end('<h1>Bad Gateway</h1>');
      return;
    }
    if (typeof fault === 'object' && 'question' in fault) await fault.question;
    const answer = await askServer(question, body);
    call.isAnswered = true;
    call.status = answer.status;
    for (const look of waiting) look();
    if (fault === 'lost answer') return;
    if (typeof fault === 'object' && 'answer' in fault) await fault.answer;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  const callsTo = (address: string) => calls.filter((call) => call.address === address);

  /** Without a timer, so that a test may stop the clock. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  return {
    url: `http://127.0.0.1:${port}`,
    /** Every call so far. */
    calls,
    /** What becomes of the calls from now on. */
    disturb(fault: (call: Call) => Fault | undefined) {
      faultFor = fault;
    },
    mend() {
      faultFor = () => undefined;
    },
    callsTo,
    /** The addresses called since it was last asked. */
    takeCalls: () => calls.splice(0).map((call) => call.address),
    /** Resolves when there have been so many calls to it. */
    heard: (address: string, count = 1) => until(() => callsTo(address).length >= count),
    /** Resolves when the server has answered one. */
    answered: (address: string) => until(() => callsTo(address).some((call) => call.isAnswered)),
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function askServer({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const passed = request(new URL(url ?? '', inject('serverUrl')), { method, headers }, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    passed.on('error', reject);
    passed.end(body);
  });
}

/** Something that lasts until it is released: for a fault. */
export function held() {
  let release = () => undefined as void;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release: () => release() };
}
