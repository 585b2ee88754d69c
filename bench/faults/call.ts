import { type Agent, request } from 'node:http';

/** One call to the product, which may be dying. */

export interface Answered {
  status: number;
  // Whoever asks knows what an answer looks like.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  ms: number;
}

export interface Sent {
  token?: string | undefined;
  admin?: string | undefined;
  json?: unknown;
  form?: FormData | undefined;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Longer than anything may take: what is not answered by then is not answered at all. */
const PATIENCE_MS = 60_000;

/** Calls `METHOD /path` below `/api`. Undefined when the line broke before the answer was there. */
export const call = async (base: string, address: string, sent: Sent = {}): Promise<Answered | undefined> => {
  const [method = 'GET', path = ''] = address.split(/ (.*)/s);
  const began = performance.now();
  try {
    const answer = await fetch(`${base}${path.startsWith('//') ? path.slice(1) : `/api${path}`}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(sent.json !== undefined && { 'content-type': 'application/json' }),
        ...(sent.token && { authorization: `Bearer ${sent.token}` }),
        ...(sent.admin && { 'x-admin-password': sent.admin }),
      },
      ...(sent.json !== undefined && { body: JSON.stringify(sent.json) }),
      ...(sent.form && { body: sent.form }),
    });
    return { status: answer.status, body: parse(await answer.text()), ms: performance.now() - began };
  } catch {
    return undefined;
  }
};

/** As `call`, where nothing but success will do. */
export const must = async (base: string, address: string, sent: Sent = {}): Promise<Answered> => {
  const answer = await call(base, address, sent);
  if (answer && answer.status < 300) return answer;
  throw new Error(
    `${address} answered ${answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'nothing'}`,
  );
};

/** The status; or that no connection was to be had; or that one was, and broke. */
export type TickFate = number | 'refused' | 'reset';

/** A tick over a connection of this agent's. */
export const tickOver = (agent: Agent, base: URL, token: string, json: object): Promise<TickFate> =>
  new Promise((resolve) => {
    const broke = ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'reset');
    const body = JSON.stringify(json);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(new URL('/api/completion', base), { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', broke);
    });
    sent.on('error', broke);
    sent.end(body);
  });

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
