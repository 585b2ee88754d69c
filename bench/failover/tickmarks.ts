import { join } from 'node:path';
import { freePort, type Product, startProduct } from '../product.ts';
import { signal } from './programs.ts';
import { ask } from './waiting.ts';

/** Three servers at fixed ports, of which one can be killed and started again. */
export interface Tickmarks {
  ports: readonly number[];
  /** What each says of itself in `/readyz`. */
  statuses(): Promise<(string | undefined)[]>;
  kill(which: number): void;
  /** Resolves when it is ready. */
  restart(which: number): Promise<void>;
}

const COUNT = 3;

export const startTickmarks = async (
  within: string,
  environment: Record<string, string>,
  defer: (end: () => Promise<void>) => void,
): Promise<Tickmarks> => {
  const servers: Product[] = [];
  const start = async (which: number, port: number) => {
    servers[which] = await startProduct(
      { ...environment, LOG_LEVEL: 'fatal', PORT: String(port) },
      join(within, `tickmark${which}`),
    );
  };
  defer(async () => {
    await Promise.all(servers.map((server) => server.stop({ keepData: true })));
  });
  const ports = await Promise.all(Array.from({ length: COUNT }, freePort));
  await Promise.all(ports.map((port, which) => start(which, port)));
  return {
    ports,
    statuses: () =>
      Promise.all(
        ports.map(async (port) => {
          const said = (await ask(`http://127.0.0.1:${port}/readyz`)) as { status: string } | undefined;
          return said?.status;
        }),
      ),
    kill: (which) => signal([servers[which]?.pid ?? 0], 'SIGKILL'),
    restart: (which) => start(which, ports[which] ?? 0),
  };
};
