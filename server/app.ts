import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { DEFAULT_BODY_LIMIT, splitAddress } from '../contract/endpoint.ts';
import { DETAILS } from '../contract/errors.ts';
import { ADDRESSES } from '../contract/index.ts';
import { openYears } from '../domain/last-year.ts';
import type { Settings } from './config.ts';
import type { Context } from './context.ts';
import type { Database } from './db/database.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { createAdminPassword } from './features/accounts/admin-password.ts';
import { createPasswords } from './features/accounts/passwords.ts';
import { personalDataRoutes } from './features/accounts/personal-data.routes.ts';
import { recoveryRoutes } from './features/accounts/recovery.routes.ts';
import { evidenceRoutes } from './features/evidence/evidence.routes.ts';
import { feedbackRoutes } from './features/feedback/feedback.routes.ts';
import { platformAdminRoutes } from './features/platform-admin/platform-admin.routes.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { schoolAdminRoutes } from './features/school-admin/school-admin.routes.ts';
import { schoolManagementRoutes } from './features/school-management/school-management.routes.ts';
import { setWorkRoutes } from './features/set-work/set-work.routes.ts';
import { sharePagesRoutes } from './features/share-pages/share-pages.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { signInSettingsRoutes } from './features/sign-in/sign-in-settings.routes.ts';
import { attentionRoutes } from './features/teachers/attention.routes.ts';
import { groupsRoutes } from './features/teachers/groups.routes.ts';
import { teachersRoutes } from './features/teachers/teachers.routes.ts';
import { attemptRoutes } from './features/tracker/attempts.routes.ts';
import { spreadsheetRoutes } from './features/tracker/spreadsheet.routes.ts';
import { trackerRoutes } from './features/tracker/tracker.routes.ts';
import { weeklyMailRoutes } from './features/weekly-mail/weekly-mail.routes.ts';
import { wordsRoutes } from './features/words/words.routes.ts';
import { type AllHandlers, answerContract } from './http/answer.ts';
import { acceptBodies } from './http/body.ts';
import { compressJson } from './http/compress.ts';
import { discardUnread } from './http/discard-body.ts';
import { sendErrorPage, wantsPage } from './http/error-page.ts';
import { HttpError, toHttpError } from './http/errors.ts';
import { serveHealth } from './http/health.ts';
import { serveMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { contentSecurityPolicy, type Site, sendNotFoundPage, servePages } from './http/pages.ts';
import { checkHead, parseQuery } from './http/request-head.ts';
import { createSessionLookup } from './http/session.ts';
import { createShedding } from './http/shedding.ts';
import { createThrottle } from './http/throttle.ts';
import { countMails } from './mail/outbox.queries.ts';
import { createSampler, kindOf } from './sampler.ts';
import { freeBytesOn } from './storage/free-bytes.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';

/** Every feature of the product, by name. */
const features = (context: Context): AllHandlers => ({
  ...accountsRoutes(context),
  ...recoveryRoutes(context),
  ...personalDataRoutes(context),
  ...signInRoutes(context),
  ...signInSettingsRoutes(context),
  ...trackerRoutes(context),
  ...attemptRoutes(context),
  ...sharePagesRoutes(context),
  ...spreadsheetRoutes(context),
  ...evidenceRoutes(context),
  ...feedbackRoutes(context),
  ...teachersRoutes(context),
  ...attentionRoutes(context),
  ...weeklyMailRoutes(context),
  ...groupsRoutes(context),
  ...setWorkRoutes(context),
  ...wordsRoutes(context),
  ...schoolAdminRoutes(context),
  ...platformAdminRoutes(context),
  ...schoolManagementRoutes(context),
  ...privacyRoutes(context),
});

const createErrorAnswer = () => {
  const warn = createSampler<{ cause: unknown; request: FastifyRequest }>(
    ({ cause, request }, times, lastAt) => request.log.warn({ err: cause, times, lastAt }, 'unavailable'),
    ({ cause }) => kindOf(cause),
  );
  return (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const known = toHttpError(error);
    if (!known) request.log.error({ err: error }, 'unexpected error');
    else if (known.status >= 500) warn({ cause: known.cause ?? known, request });
    const status = known?.status ?? 500;
    reply.code(status).headers(known?.headers ?? {});
    discardUnread(request, reply);
    if (wantsPage(request)) return sendErrorPage(reply, status);
    return reply
      .type('application/json; charset=utf-8')
      .send({ detail: known?.message ?? 'Something went wrong on our side.' });
  };
};

/** A request that does not even parse as HTTP never reaches a route; it gets the same shape of answer. */
const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ detail: 'The request could not be read.' });
  return socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

/** Node answers an `Expect` header that it does not know by itself, without a body. */
const answerExpectation = (_request: IncomingMessage, response: ServerResponse) => {
  const body = JSON.stringify({ detail: 'This Expect header is not supported.' });
  const type = 'application/json; charset=utf-8';
  response
    .writeHead(417, { 'content-type': type, 'content-length': body.length, connection: 'close' })
    .end(body);
};

const patterns = ADDRESSES.map((address) => {
  const { method, path } = splitAddress(address);
  return { method, pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

const answerUnknownPath = (site: Site | undefined) => (request: FastifyRequest, reply: FastifyReply) => {
  const path = request.url.split('?')[0] ?? '';
  const isApi = path === '/api' || path.startsWith('/api/');
  if (isApi) {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length > 0)
      throw new HttpError(405, 'This method is not allowed here.', { allow: methods.join(', ') });
  }
  const isPage = !isApi && site && (request.method === 'GET' || request.method === 'HEAD');
  if (isPage && !path.startsWith('/assets/')) return sendNotFoundPage(request, reply, site);
  throw new HttpError(404, DETAILS.notFound);
};

export interface AppOptions {
  db: Database;
  settings: Settings;
  log: Logger;
  /** Where files are stored; the store that the settings name by default. */
  storage?: Storage;
  /** The built web app; without it only the API is served. */
  site?: Site | undefined;
  isStopping?: () => boolean;
  /** How many mails this server has sent. */
  mailsSent?: () => number;
  /** How many calls run at once; has a sensible default. */
  maxUnderWay?: number;
}

export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { db, settings, site, isStopping = () => false } = options;
  openYears(settings.lastYear);
  const answerError = createErrorAnswer();
  const sessionNotTouched = createSampler<unknown>(
    (error, times, lastAt) => options.log.warn({ err: error, times, lastAt }, 'session not touched'),
    kindOf,
  );
  const shedding = createShedding(
    (turnedAway) => options.log.warn({ turnedAway }, 'too much at once'),
    options.maxUnderWay,
  );
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustedProxies ?? false,
    // Long enough for a photo on a slow connection, and an end to a request that never completes.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // While stopping, we still answer requests on open connections, in our shape.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    // Refused below, in our shape.
    http: { requireHostHeader: false },
    // Outside the API nothing takes a body; a form posted to a page is discarded.
    bodyLimit: DEFAULT_BODY_LIMIT,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: false, querystringParser: parseQuery },
  }) as unknown as FastifyInstance;

  shedding.guard(app.server);
  app.server.on('checkExpectation', answerExpectation);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknownPath(site));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    checkHead(request.raw);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the address: an address may carry a signature or a name.
    const route = request.routeOptions.url ?? 'unknown';
    request.log.info({
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(site) },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: settings.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });

  const throttle = createThrottle(db, settings.rateLimit);
  const adminPassword = createAdminPassword(db, throttle, settings.adminPassword);
  const context: Context = {
    db,
    settings,
    log: app.log,
    storage: options.storage ?? openStorage(settings),
    throttle,
    passwords: createPasswords(),
    adminPassword,
    isStopping,
  };

  acceptBodies(app);
  serveHealth(app, db, isStopping);
  serveMetrics(app, settings.metricsToken, {
    databaseState: () => db.state(),
    poolState: () => db.poolState(),
    shedding,
    mails: { count: () => countMails(db), sent: options.mailsSent ?? (() => 0) },
    freeBytes: () => freeBytesOn(settings.dataDir),
  });
  const document = openApiDocument();
  await app.register(
    async (api) => {
      shedding.count(api);
      compressJson(api);
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      api.get('/openapi.json', async () => document);
      answerContract(api, features(context), {
        findSession: createSessionLookup(db, sessionNotTouched),
        isPlatformAdmin: adminPassword,
      });
    },
    { prefix: '/api' },
  );
  // What schools enter at their provider is a page's address, and stays if the API moves.
  app.get('/sign-in/callback', (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(`/api${request.url}`, 302),
  );
  if (site) await servePages(app, site, settings);
  return app;
};
