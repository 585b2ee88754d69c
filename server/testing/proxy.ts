import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A simple proxy that passes each request to the next server, as a load balancer without affinity does. */
export interface Proxy {
  url: string;
  close(): Promise<void>;
}

export const startProxy = async (targets: readonly string[]): Promise<Proxy> => {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = new URL(targets[(turn += 1) % targets.length] ?? '');
    const forwarded = incoming.headers['x-forwarded-for'] ?? incoming.socket.remoteAddress;
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-forwarded-for': forwarded },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
