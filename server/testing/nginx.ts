import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { inProject } from '../root.ts';

/** A real nginx with `deploy/nginx.conf` before a server on loopback, or why there is none here. */
export type TestNginx = Nginx | { reason: string };

interface Nginx {
  http: number;
  https: number;
  certificate: string;
  stop(): Promise<void>;
}

export interface ProxiedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export const HOST = 'tickmark.example.org';
const UNAVAILABLE = 3;

const firstLine = async (child: ChildProcess): Promise<string | undefined> => {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += String(piece);
    if (text.includes('\n')) return text.split('\n')[0];
  }
  return undefined;
};

/** `otherSite` is a file with a site that nginx reads before ours. */
export const startTestNginx = async (target: string, otherSite?: string): Promise<TestNginx> => {
  const args = [new URL(target).port, ...(otherSite ? [otherSite] : [])];
  const child = spawn(process.execPath, [inProject('scripts', 'nginx-server.mjs'), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece) => {
    errors += String(piece);
  });
  const ended = once(child, 'close');
  const line = await firstLine(child);
  if (line === undefined) {
    const [code] = (await ended) as [number | null];
    // A missing nginx is a reason to skip tests; one that refuses its configuration is not.
    if (code === UNAVAILABLE) return { reason: errors.trim() };
    throw new Error(errors);
  }
  return {
    ...(JSON.parse(line) as Omit<Nginx, 'stop'>),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

interface Ask {
  /** An address of this machine, as which the client appears. */
  from?: string;
  /** What the client says in its TLS handshake; without, it speaks plain HTTP. */
  tlsName?: string | undefined;
  host?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** Asks nginx `METHOD /path`, as a client that verifies its certificate. */
export const askNginx = async (
  nginx: Nginx,
  address: string,
  { from = '127.0.0.1', host = HOST, headers = {}, body, ...more }: Ask = {},
): Promise<ProxiedAnswer> => {
  const tlsName = 'tlsName' in more ? more.tlsName : HOST;
  const [method = 'GET', path = '/'] = address.split(' ');
  const options = { host: '127.0.0.1', localAddress: from, method, path, headers: { ...headers, host } };
  const outgoing = tlsName
    ? tlsRequest({ ...options, port: nginx.https, ca: nginx.certificate, servername: tlsName, agent: false })
    : plainRequest({ ...options, port: nginx.http, agent: false });
  const answer = new Promise<ProxiedAnswer>((resolve, reject) => {
    outgoing.once('response', (incoming) => {
      buffer(incoming).then(
        (bytes) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes }),
        reject,
      );
    });
    // After the answer, which may come before all is sent, it changes nothing.
    outgoing.on('error', reject);
  });
  outgoing.end(body);
  return answer;
};
