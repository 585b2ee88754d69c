import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { openClient } from '../../bench/product.ts';
import { launch, type Running, ready } from '../../server/testing/process.ts';
import { ADMIN_PASSWORD, createCall } from '../../server/testing/server.ts';
import type { Asked, TimedAnswer } from '../faults/machine.ts';

/** An installation whose servers come and go, behind something that tries the next server when a connection is refused. */
export interface Site extends Asked {
  start(server: string, folder: string): Promise<void>;
  stop(server: string): Promise<void>;
  stopAll(): Promise<void>;
  /** All that was answered since this was last asked. */
  takeSeen(): Seen[];
}

export interface Seen {
  server: string;
  /** Without ids. */
  address: string;
  /** Undefined when the connection broke before the answer was there. */
  status: number | undefined;
  ms: number;
}

const withoutIds = (address: string): string =>
  address.replace(/\?.*/, '').replaceAll(/\/(\d+|[\w-]{20,})(?=\/|$)/g, '/…');

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'ECONNREFUSED') || isRefused(error.cause));

export const createSite = (database: ClientConfig, environment: Record<string, string>): Site => {
  const servers = new Map<string, Running>();
  /** Those that are ready and were not seen to be gone. */
  let inUse: { server: string; send: ReturnType<typeof createCall> }[] = [];
  let turn = 0;
  let seen: Seen[] = [];

  const call: Site['call'] = async (address, request) => {
    const began = performance.now();
    for (;;) {
      turn += 1;
      const next = inUse[turn % inUse.length];
      if (!next) throw new Error('No server is left.');
      const note = (status: number | undefined): number => {
        const ms = performance.now() - began;
        seen.push({ server: next.server, address: withoutIds(address), status, ms });
        return ms;
      };
      try {
        const answer = await next.send(address, request);
        return { ...answer, ms: note(answer.status) } satisfies TimedAnswer;
      } catch (error) {
        if (!isRefused(error)) {
          note(undefined);
          return undefined;
        }
        inUse = inUse.filter((one) => one !== next);
      }
    }
  };

  const stop = async (server: string): Promise<void> => {
    const running = servers.get(server);
    if (!running) return;
    servers.delete(server);
    const ended = once(running.process, 'exit');
    running.process.kill('SIGTERM');
    await ended;
    inUse = inUse.filter((one) => one.server !== server);
    if (running.process.exitCode !== 0)
      throw new Error(`The ${server} server ended with ${running.process.exitCode}: ${running.output()}`);
  };

  return {
    call,
    must: async (address, request) => {
      const answer = await call(address, request);
      if (answer && answer.status < 300) return answer;
      throw new Error(`${address} returned ${answer ? JSON.stringify(answer) : 'nothing'}`);
    },
    connect: () => openClient(database),
    start: async (server, folder) => {
      const program = [process.execPath, join(folder, 'dist', 'server', 'main.js')] as const;
      const running = await launch(
        { RATE_LIMIT: 'off', LOG_LEVEL: 'error', ADMIN_PASSWORD, ...environment },
        [...program],
      );
      servers.set(server, running);
      await ready(running);
      inUse = [...inUse, { server, send: createCall(running.url) }];
    },
    stop,
    stopAll: async () => {
      for (const server of servers.keys()) await stop(server);
    },
    takeSeen: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
};
