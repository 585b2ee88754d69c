import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { errorBody } from '../../contract/errors.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { type Caller, mayCall } from '../../domain/permissions.ts';
import { ADMIN_PASSWORD } from '../../server/testing/server.ts';
import type { HostileRequest } from './request.ts';
import type { Answer, Outcome } from './send.ts';

/** Whom the server takes the sender of a token for. */
export type CallerOfToken = (token: string) => Caller | undefined;

/** Words of the implementation. None of them is in what is sent, which may come back in an answer. */
const INTERNALS = [
  /\b(select|insert into|delete from|relation|violates|constraint|syntax error|duplicate key|SQLSTATE)\b/i,
  /invalid (input syntax|byte sequence)|out of range for type|unterminated/i,
  /\b(Type|Range|Reference|Syntax|Zod|Assertion)Error\b|Cannot read propert|is not a function|is not iterable/,
  /node_modules|node:internal|\.(ts|js|mjs):\d+|\bat \S+ \(/,
  /\/(home|tmp|usr|var|root|work|opt|data)\//,
  /\bE(NOENT|ACCES|PERM|PIPE|CONNREFUSED|CONNRESET|ISDIR|INVAL)\b|\bFST_|\bERR_/,
  /password_hash|argon2/,
];
const MAX_DETAIL = 500;
const JSON_TYPE = 'application/json; charset=utf-8';
const FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'application/zip',
];
/** The answer to a longer request may be lost: it comes, and the connection is closed, before all of it is sent. */
const MORE_THAN_IS_BUFFERED = 64 * 1024;

/**
 * To a page of ours that a mail or a school's sign-in leads to, its secret in the fragment; or to the school's provider, which is
 * on this machine.
 */
const LEADS_TO = /^(\/(sign-in|weekly-mail)#|http:\/\/(localhost|127\.0\.0\.1):\d+\/)/;

const patterns = ADDRESSES.map((address) => {
  const { method, path } = splitAddress(address);
  return { address, method, pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The call that a request line means, as generously read as a router could. */
export const callOf = (method: string, path: string): Address | undefined => {
  let plain = (path.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? '').trim();
  try {
    plain = decodeURI(plain);
  } catch {
    // Then it means what it says.
  }
  const wanted = method === 'HEAD' ? 'GET' : method;
  return patterns.find((known) => known.method === wanted && known.pattern.test(plain))?.address;
};

const callerOf = ({ draft }: HostileRequest, address: Address, callerOfToken: CallerOfToken): Caller => {
  const valuesOf = (wanted: string) =>
    draft.headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value.trim());
  const { access } = api[address];
  const password = valuesOf('x-admin-password').join(', ');
  if (access === 'platformAdmin' || (access === 'schoolManager' && password !== '')) {
    return password === ADMIN_PASSWORD ? 'platform_admin' : 'anonymous';
  }
  const token = /^Bearer +(\S+)$/i.exec(valuesOf('authorization')[0] ?? '')?.[1];
  return (token === undefined ? undefined : callerOfToken(token)) ?? 'anonymous';
};

const judgeRefusal = ({ status, headers, body }: Answer): string | undefined => {
  if (headers.get('content-type') !== JSON_TYPE) return `an error as ${headers.get('content-type')}`;
  let said: unknown;
  try {
    said = JSON.parse(body.toString());
  } catch {
    return 'an error that is not JSON';
  }
  const { success, data } = errorBody.safeParse(said);
  if (!success) return 'an error of another shape';
  if (data.detail.trim() === '') return 'an error that says nothing';
  if (data.detail.length > MAX_DETAIL) return `an error of ${data.detail.length} letters`;
  const leak = INTERNALS.find((pattern) => pattern.test(data.detail));
  if (leak) return `an error that shows internals (${leak})`;
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) return '429 without Retry-After';
  return undefined;
};

/** Long answers come packed, for who says that they can read it. */
const textOf = ({ headers, body }: Answer): string => {
  const encoding = headers.get('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
};

const judgeSuccess = (request: HostileRequest, answer: Answer, address: Address): string | undefined => {
  const { response, json }: Endpoint = api[address];
  const { status, headers, body } = answer;
  if (request.said && json && !json.safeParse(request.said.value).success) {
    return 'success for a body that does not fit the contract';
  }
  if (response === null) return status === 204 && body.length === 0 ? undefined : 'a body where none belongs';
  const type = headers.get('content-type') ?? '';
  if (response === 'redirect') return status === 302 ? undefined : `success as ${status}`;
  if (response === 'binary') {
    if (status === 304) return body.length === 0 ? undefined : 'a body where none belongs';
    if (!FILE_TYPES.includes(type)) return `a file as ${type}`;
    return headers.get('x-content-type-options') === 'nosniff'
      ? undefined
      : 'a file whose type may be guessed';
  }
  if (status !== 200 || type !== JSON_TYPE) return `success as ${status} ${type}`;
  if (request.draft.method === 'HEAD') return body.length === 0 ? undefined : 'a body where none belongs';
  const said: unknown = JSON.parse(textOf(answer));
  const parsed = response.safeParse(said);
  if (!parsed.success) return `an answer that breaks the contract: ${parsed.error.message}`;
  // What the contract does not name is dropped by parsing: a difference is a leak.
  return isDeepStrictEqual(parsed.data, said) ? undefined : 'an answer with more than the contract names';
};

/**
 * Beside the calls there are pages for people. Where they were built, whatever is not a call is asked for as one, and a
 * form that was sent before the script was ready is led back to its page.
 */
const isPage = ({ draft }: HostileRequest, { status, headers }: Answer): boolean => {
  if (/^\/api([/?#]|$)/.test(draft.path)) return false;
  if (status === 303) return draft.method === 'POST' && /^\/(?!\/)/.test(headers.get('location') ?? '');
  const isAnswer = status === 200 || status === 404;
  const isAsked = draft.method === 'GET' || draft.method === 'HEAD';
  return isAnswer && isAsked && headers.get('content-type') === 'text/html; charset=utf-8';
};

/** What is wrong with an answer; undefined when nothing is. */
export const judge = (
  request: HostileRequest,
  outcome: Outcome,
  callerOfToken: CallerOfToken,
): string | undefined => {
  const { draft, bytes } = request;
  if (outcome === 'late') return 'no answer in half a minute';
  if (outcome === 'none') {
    const isExcused =
      draft.cutAt !== undefined ||
      draft.framing === 'too long' ||
      // A tunnel is not offered, and closing the connection is the only way to say so.
      draft.method === 'CONNECT' ||
      bytes.length > MORE_THAN_IS_BUFFERED;
    return isExcused ? undefined : 'no answer';
  }
  const { status, body } = outcome;
  if (!(status >= 200 && status < 600)) return `status ${status}`;
  if (status >= 500) return `${status}: ${body.toString().slice(0, 300)}`;
  if (isPage(request, outcome)) return undefined;
  if (status >= 400) {
    // What is not even HTTP is answered before it is known that the method was HEAD.
    return draft.method === 'HEAD' && body.length === 0 ? undefined : judgeRefusal(outcome);
  }
  const address = callOf(draft.method, draft.path);
  const isLedOn =
    status === 302 &&
    address !== undefined &&
    api[address].response === 'redirect' &&
    LEADS_TO.test(outcome.headers.get('location') ?? '');
  if (status >= 300 && status !== 304 && !isLedOn) return `sent elsewhere (${status})`;
  if (!address) return `success (${status}) for what is no call of the contract`;
  const caller = callerOf(request, address, callerOfToken);
  if (!mayCall(caller, api[address].access)) return `success (${status}) for ${caller}`;
  return judgeSuccess(request, outcome, address);
};
