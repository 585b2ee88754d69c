import { timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseState } from '../db/probe.ts';
import { VERSION } from '../version.ts';
import { notFound } from './errors.ts';
import type { Shedding } from './shedding.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined &&
  ((isIPv4(address) && address.startsWith('127.')) ||
    (isIPv6(address) && (address === '::1' || address.startsWith('::ffff:127.'))));

const mayRead = (request: FastifyRequest, token: string | undefined): boolean => {
  if (token !== undefined) {
    const wanted = Buffer.from(`Bearer ${token}`);
    const given = Buffer.from(request.headers.authorization ?? '');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  // Requests through a reverse proxy on this machine also come from loopback, but carry a forwarding header.
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return isLoopback(request.socket.remoteAddress) && !isForwarded;
};

/** What is measured elsewhere. */
interface Measured {
  databaseState: () => Promise<DatabaseState>;
  poolState: () => Record<string, number>;
  shedding: Shedding;
  mails: {
    /** Of all servers. */
    count: () => Promise<{ waiting: number; failed: number }>;
    /** By this one. */
    sent: () => number;
  };
  /** Of the disk of DATA_DIR; undefined when nobody can tell. */
  freeBytes: () => Promise<number | undefined>;
}

/** `GET /metrics` in Prometheus's text format: for requests from this machine, or with the token. */
export const serveMetrics = (
  app: FastifyInstance,
  token: string | undefined,
  { databaseState, poolState, shedding, mails, freeBytes }: Measured,
): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'tickmark_info',
    help: 'Which version this is; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections in the pool, and callers waiting for one.',
    labelNames: ['state'],
    registers,
    collect: () => {
      for (const [state, count] of Object.entries(poolState())) connections.set({ state }, count);
    },
  });
  const gaugeOfDatabase = (name: string, help: string, isSo: (state: DatabaseState) => boolean) => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => gauge.set(Number(isSo(await databaseState()))),
    });
  };
  gaugeOfDatabase('database_up', 'Whether the database answers: 1 or 0.', (state) => state !== 'away');
  gaugeOfDatabase(
    'database_writable',
    'Whether the database commits what is written: 1 or 0.',
    (state) => state === 'writable',
  );
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Calls in progress.',
    registers,
    collect: () => {
      underWay.set(shedding.underWay());
    },
  });
  const turnedAway = new Counter({
    name: 'http_requests_turned_away_total',
    help: 'Calls refused because too many were in progress.',
    registers,
    collect: () => {
      turnedAway.reset();
      turnedAway.inc(shedding.turnedAway());
    },
  });
  const disk = new Gauge({
    name: 'disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers,
    collect: async () => {
      disk.set((await freeBytes()) ?? NaN);
    },
  });
  const mailsUnsent = new Gauge({
    name: 'mails',
    help: 'Mails that wait, and those that have failed, of all servers.',
    labelNames: ['state'],
    registers,
    collect: async () => {
      // While the database is away nobody knows; the other metrics matter then more than ever.
      const { waiting, failed } = await mails.count().catch(() => ({ waiting: NaN, failed: NaN }));
      mailsUnsent.set({ state: 'waiting' }, waiting);
      mailsUnsent.set({ state: 'failed' }, failed);
    },
  });
  const mailsSent = new Counter({
    name: 'mails_sent_total',
    help: 'Mails that this server has sent.',
    registers,
    collect: () => {
      mailsSent.reset();
      mailsSent.inc(mails.sent());
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the URL: that would be one series per student.
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
