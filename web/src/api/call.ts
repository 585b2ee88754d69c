// Types only: the schemas and their library never reach the browser.
import type { Address, Input, Output } from '../../../contract/index.ts';
import { type Credential, headersFor, reportRefusedToken, secretOf } from './credentials.ts';
import { ApiError, ConnectionError, MissingPassword } from './errors.ts';
import { withTimeout } from './with-timeout.ts';

/** Where the API is. A deployment with the API on another host sets `VITE_API_BASE` when it builds. */
export const API_BASE = (import.meta.env.VITE_API_BASE ?? '/api').replace(/\/$/, '');

/** Everything but files, which the browser opens itself by their signed address. */
export type CallAddress = { [A in Address]: Output<A> extends Blob ? never : A }[Address];

type Sent<Part, Value> = Part extends 'multipart'
  ? FormData
  : Part extends 'params'
    ? { [Name in keyof Value]: string | number }
    : Value;
type OptionalParts<I> = { [P in keyof I]: object extends I[P] ? P : never }[keyof I];
type Parts<I> = { [P in Exclude<keyof I, OptionalParts<I>>]: Sent<P, I[P]> } & {
  [P in OptionalParts<I>]?: Sent<P, I[P]>;
};

export type CallOptions = {
  as?: Credential;
  /** A second credential, sent beside the first where it is stored. */
  also?: Credential;
  signal?: AbortSignal;
  /** Lets the browser's cookie along: only the way through a school's sign-in has one. */
  withCookie?: boolean;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Of an answer that the caller has kept: the server says 304 if it would give the same one. */
  knownTag?: string | undefined;
  /** Sends it instead of `fetch`, which cannot tell how much of a body has been sent. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
};
export type CallRequest<A extends Address> = Parts<Input<A>> & CallOptions;
export type CallArguments<A extends Address> =
  object extends Parts<Input<A>> ? [request?: CallRequest<A>] : [request: CallRequest<A>];

/** What a request may hold once it is known to fit its address. */
type AnyRequest = CallOptions & {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  form?: Record<string, string>;
  multipart?: FormData;
};

/**
 * Makes one call of the contract: `call('POST /token', { form: { username, password }, as: 'nobody' })`.
 * Throws an ApiError for an answer that is not a success and a ConnectionError for none. Nobody waits for ever for
 * something to read; what a slow change comes to, its caller has to wait for.
 */
export async function call<A extends CallAddress>(address: A, ...args: CallArguments<A>): Promise<Output<A>> {
  if (!address.startsWith('GET ')) return bodyOf(await ask(address, args[0]));
  return withTimeout(async (signal) => bodyOf(await ask(address, { ...args[0], signal })), args[0]?.signal);
}

/** The answer itself, for who needs its headers or its bytes; `bodyOf` reads it otherwise. */
export const answerTo = <A extends Address>(address: A, ...args: CallArguments<A>): Promise<Answer<A>> =>
  ask(address, args[0]);

async function ask<A extends Address>(address: A, request: AnyRequest = {}): Promise<Answer<A>> {
  const credential = request.as ?? 'user';
  const secret = secretOf(credential);
  if (credential === 'platformAdmin' && secret === undefined) throw new MissingPassword();
  const { url, init } = buildRequest(address, request, {
    ...(request.also && headersFor(request.also, secretOf(request.also))),
    ...headersFor(credential, secret),
  });

  const response = await send(request.send ?? fetch, url, init);
  if (secret !== undefined) judgeSecret(credential, secret, response.status);
  if (!response.ok && response.status !== UNCHANGED) throw await errorOf(response);
  return response;
}

/** The platform admin's password that the server has taken since the page was opened. */
let takenPassword: string | undefined;

/** One that is wrong from the start is said by the page that cannot be shown; one that was taken before has ended. */
function judgeSecret(credential: Credential, secret: string, status: number): void {
  if (credential !== 'platformAdmin') {
    if (status === 401) reportRefusedToken(credential, secret);
  } else if (status === 403 && takenPassword === secret) reportRefusedToken(credential, secret);
  else if (status < 400) takenPassword = secret;
}

/** Only who names a tag is answered so. */
export const UNCHANGED = 304;

/** A response that remembers, for the compiler, what it answers. */
type Answer<A extends Address> = Response & { readonly to?: A };

export async function bodyOf<A extends CallAddress>(answer: Answer<A>): Promise<Output<A>> {
  return (answer.status === 204 ? undefined : await parsed(answer)) as Output<A>;
}

function buildRequest(address: string, request: AnyRequest, credentials: Record<string, string> = {}) {
  const space = address.indexOf(' ');
  const path = address.slice(space + 1).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.params?.[name];
    if (value === undefined) throw new Error(`${address} needs ${name}`);
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = { Accept: 'application/json', ...credentials };
  const init: RequestInit = {
    method: address.slice(0, space),
    headers,
    credentials: request.withCookie ? 'same-origin' : 'omit',
  };
  if (request.signal) init.signal = request.signal;
  if (request.keepalive) init.keepalive = true;
  if (request.knownTag !== undefined) headers['If-None-Match'] = request.knownTag;

  if (request.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(request.json);
  } else if (request.form) init.body = new URLSearchParams(request.form);
  else if (request.multipart) init.body = request.multipart;

  return { url: API_BASE + path + queryString(request.query), init };
}

function queryString(query: AnyRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

async function send(by: NonNullable<CallOptions['send']>, url: string, init: RequestInit): Promise<Response> {
  try {
    return await by(url, init);
  } catch (error) {
    throw init.signal?.aborted ? error : new ConnectionError(error);
  }
}

async function parsed(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    // Cut off half-way, or a page of somebody else's: in both cases the server has not been heard.
    throw new ConnectionError(error);
  }
}

async function errorOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const detail = body && typeof body === 'object' && 'detail' in body ? body.detail : undefined;
  const seconds = Number.parseInt(answer.headers.get('Retry-After') ?? '', 10);
  return new ApiError(
    answer.status,
    typeof detail === 'string' ? detail : undefined,
    Number.isNaN(seconds) ? undefined : seconds,
    answer.headers.get('X-Request-Id') ?? undefined,
  );
}
