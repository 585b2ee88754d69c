import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { DEFAULT_BODY_LIMIT, type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { DETAILS } from '../../contract/errors.ts';
import { ADDRESSES, type Address, type Api, api, type Output, type Parsed } from '../../contract/index.ts';
import { type Access, type Caller, mayCall } from '../../domain/permissions.ts';
import { badRequest, forbidden, HttpError, invalidInput, notFound, notLoggedIn } from './errors.ts';
import { createRecording, type Recording, refusalOf } from './recording.ts';
import type { FindSession, SessionUser } from './session.ts';

/** Who is calling, as far as the endpoint's access determines: always, perhaps or never a logged-in user. */
type UserOf<A extends Access> = A extends 'public' | 'signature' | 'platformAdmin'
  ? { user: undefined }
  : A extends 'trackerOrGuest' | 'anyone' | 'schoolManager'
    ? { user: SessionUser | undefined }
    : { user: SessionUser };

/** For a call whose changes are recorded when the platform admin makes it while viewing as somebody else. */
type RecordingOf<E> = E extends { impersonated: { records: string } } ? Recording : unknown;

type Call<A extends Address> = Parsed<A> &
  UserOf<Api[A]['access']> &
  RecordingOf<Api[A]> & {
    ip: string;
    request: FastifyRequest;
    reply: FastifyReply;
    /**
     * For a handler that reads the body itself: checks again, before it acts, because the token may have expired
     * meanwhile.
     */
    admitAgain: () => Promise<void>;
  };

type Handler<A extends Address> = (call: Call<A>) => Promise<Output<A> | RawJson | Unchanged>;
/** All handlers of the product. A call without a handler does not compile. */
export type AllHandlers = { [A in Address]: Handler<A> };
/** The handlers of one feature. */
export type Handlers = Partial<AllHandlers>;

/** JSON that PostgreSQL has built, passed on untouched; with a tag by which the caller may ask whether it has changed. */
export class RawJson {
  readonly text: string;
  readonly tag: string | undefined;
  constructor(text: string, tag?: string) {
    this.text = text;
    this.tag = tag;
  }
}

/** Nothing has changed since the caller was given this tag. */
export class Unchanged {
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
}

/** The answer of a call that has nothing to say but that it is done. */
export const SUCCESS = { status: 'success' } as const;

/** What a request passes before it reaches its handler. */
export interface Gate {
  findSession: FindSession;
  /** Whether this is the platform admin's password; throws 429 for too many guesses. */
  isPlatformAdmin(password: string, ip: string): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | undefined;
    /** Whether the whole body had arrived when the caller was identified. */
    isWhole: boolean;
  }
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Browsers send a header's bytes as they are; Node reads each as one character. */
const utf8 = (header: string): string => Buffer.from(header, 'latin1').toString();

/** Decides before the body is read who is calling and whether they may. */
const admit = async (request: FastifyRequest, endpoint: Endpoint, gate: Gate): Promise<void> => {
  const { access } = endpoint;
  if (access === 'public' || access === 'signature') return;
  const token = bearerOf(request);
  const header = request.headers['x-admin-password'];
  if (access === 'platformAdmin' || (access === 'schoolManager' && (token === undefined || header))) {
    const isRight = typeof header === 'string' && (await gate.isPlatformAdmin(utf8(header), request.ip));
    if (!isRight) throw forbidden(DETAILS.wrongAdminPassword);
    return;
  }
  request.user = token === undefined ? undefined : await gate.findSession(token);
  const refusal = refusalOf(endpoint);
  if (refusal !== undefined && request.user && request.user.visitId !== null) throw forbidden(refusal);
  if (access === 'anyone') return;
  // An expired token is refused even where none is needed.
  if (token !== undefined && !request.user) throw notLoggedIn();
  const caller: Caller = request.user?.role ?? 'anonymous';
  if (mayCall(caller, access)) return;
  if (access === 'schoolManager') throw forbidden(DETAILS.wrongAdminPassword);
  throw caller === 'anonymous' ? notLoggedIn() : forbidden();
};

const parsePart = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
};

/** A school admin manages their own school; others are not there. */
const refuseOtherSchool = ({ user }: FastifyRequest, params: unknown): void => {
  if (user && user.schoolId !== (params as { schoolId?: number }).schoolId) throw notFound();
};

const parseInput = (endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> => {
  const input: Record<string, unknown> = {};
  if (endpoint.params) {
    const params = endpoint.params.safeParse(request.params);
    // An id that cannot exist is treated like one that does not exist.
    if (!params.success) throw notFound();
    input['params'] = params.data;
    if (endpoint.access === 'schoolManager') refuseOtherSchool(request, params.data);
  }
  if (endpoint.query) input['query'] = parsePart(endpoint.query, { ...(request.query as object) });
  const body = endpoint.json ?? endpoint.form;
  if (body) {
    const wanted = endpoint.json ? 'application/json' : 'application/x-www-form-urlencoded';
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type && type !== wanted) throw new HttpError(415, `Send this as ${wanted}.`);
    if (request.body === undefined) throw badRequest('The body is empty.');
    input[endpoint.json ? 'json' : 'form'] = parsePart(body, request.body);
  }
  return input;
};

const send = (endpoint: Endpoint, reply: FastifyReply, result: unknown): unknown => {
  if (endpoint.response === 'binary') return result;
  if (endpoint.response === 'redirect') return reply.redirect(result as string, 302);
  if (endpoint.response === null) return reply.code(204).send();
  if (result instanceof Unchanged) return reply.code(304).header('etag', result.tag).send();
  reply.type('application/json; charset=utf-8');
  if (result instanceof RawJson && result.tag) reply.header('etag', result.tag);
  // Parsing drops everything that the contract does not name, so that a new column cannot leak.
  return reply.send(
    result instanceof RawJson ? result.text : JSON.stringify(endpoint.response.parse(result)),
  );
};

const toRoutePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Registers every endpoint of the contract. */
export const answerContract = (app: FastifyInstance, handlers: AllHandlers, gate: Gate): void => {
  app.decorateRequest('user', undefined);
  app.decorateRequest('isWhole', false);
  for (const address of ADDRESSES) {
    const endpoint: Endpoint = api[address];
    const { method, path } = splitAddress(address);
    const handler = handlers[address] as (call: never) => Promise<unknown>;
    app.route({
      method,
      url: toRoutePath(path),
      // The parsers read these limits before they decode anything (body.ts).
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      config: { maxValues: endpoint.maxValues },
      onRequest: async (request) => {
        await admit(request, endpoint, gate);
        request.isWhole = request.raw.complete;
      },
      handler: async (request, reply) => {
        const admitAgain = () => admit(request, endpoint, gate);
        // A body may take minutes to arrive, and a token can be revoked at any moment.
        if (!request.isWhole && !endpoint.multipart) await admitAgain();
        const input = parseInput(endpoint, request);
        const { check, ...recording } = createRecording(endpoint, request.user);
        const result = await handler({
          ...input,
          ...recording,
          user: request.user,
          ip: request.ip,
          request,
          reply,
          admitAgain,
        } as never);
        check();
        return send(endpoint, reply, result);
      },
    });
  }
};
