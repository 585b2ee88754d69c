import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { openClient } from '../../bench/product.ts';
import { launch, type Running, ready } from '../../server/testing/process.ts';
import { ADMIN_PASSWORD, createCall } from '../../server/testing/server.ts';
import type { Asked, TimedAnswer } from '../faults/machine.ts';

/** An installation whose servers come and go, behind something that knows which of them are in rotation. */
export interface Site extends Asked {
  start(server: string, folder: string): Promise<void>;
  /** Out of rotation, and told to stop when it has answered what was on its way. */
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

interface Member {
  server: string;
  send: ReturnType<typeof createCall>;
  underWay: Set<Promise<unknown>>;
}

export const createSite = (database: ClientConfig, environment: Record<string, string>): Site => {
  const servers = new Map<string, Running>();
  let rotation: Member[] = [];
  let turn = 0;
  let seen: Seen[] = [];

  const call: Site['call'] = async (address, request) => {
    turn += 1;
    const member = rotation[turn % rotation.length];
    if (!member) throw new Error('No server is in rotation.');
    const began = performance.now();
    const sent = member.send(address, request).catch(() => undefined);
    member.underWay.add(sent);
    const answer = await sent;
    member.underWay.delete(sent);
    const ms = performance.now() - began;
    seen.push({ server: member.server, address: withoutIds(address), status: answer?.status, ms });
    return answer && ({ ...answer, ms } satisfies TimedAnswer);
  };

  const stop = async (server: string): Promise<void> => {
    const running = servers.get(server);
    const member = rotation.find((one) => one.server === server);
    rotation = rotation.filter((one) => one !== member);
    if (member) await Promise.all(member.underWay);
    if (!running) return;
    servers.delete(server);
    const ended = once(running.process, 'exit');
    running.process.kill('SIGTERM');
    await ended;
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
      rotation = [...rotation, { server, send: createCall(running.url), underWay: new Set() }];
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
