import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { type Address, api } from '../../contract/index.ts';
import { PAPER } from '../../server/testing/evidence.ts';
import type { Attempt } from '../../server/testing/scene.ts';
import { type Draft, REQUEST_MUTATIONS } from './mutate-request.ts';
import { type Mutation, mutateValue, VALUE_MUTATIONS } from './mutate-value.ts';
import { MULTIPART, type UploadPlan, uploadBody } from './upload-bodies.ts';

/** A request ready to be sent. */
export interface HostileRequest {
  draft: Draft;
  bytes: Buffer;
  /** What the body says, where that is still known after all the mutations. */
  said: { value: unknown } | undefined;
}

const escape = (text: string): string => {
  // A lone surrogate has no UTF-8; it goes as what an encoder without scruples would send.
  const escaped = Buffer.from(text).toString('latin1');
  return escaped.replace(
    /[^A-Za-z0-9_.~-]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const pairs = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, part]) => `${escape(name)}=${escape(textOf(part))}`)
        .join('&')
    : escape(textOf(value));

const bodyOf = (
  endpoint: Endpoint,
  body: unknown,
  upload: UploadPlan,
): { type: string; bytes: Buffer } | undefined => {
  if (endpoint.multipart) return { type: MULTIPART, bytes: uploadBody(body, upload) };
  if (endpoint.form)
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(pairs(body), 'latin1') };
  if (!endpoint.json && body === undefined) return undefined;
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body) ?? '') };
};

const frame = ({ framing, body }: Draft): { headers: [string, string][]; bytes: Buffer } => {
  if (body === undefined) return { headers: [], bytes: Buffer.alloc(0) };
  const size = body.length.toString(16);
  switch (framing) {
    case 'chunked':
      return {
        headers: [['transfer-encoding', 'chunked']],
        bytes: Buffer.concat([
          Buffer.from(body.length > 0 ? `${size}\r\n` : ''),
          body,
          Buffer.from(body.length > 0 ? '\r\n0\r\n\r\n' : '0\r\n\r\n'),
        ]),
      };
    case 'broken chunks':
      return {
        headers: [['transfer-encoding', 'chunked']],
        bytes: Buffer.concat([Buffer.from('zz\r\n'), body, Buffer.from('\r\n-1\r\n')]),
      };
    case 'too short':
      return { headers: [['content-length', String(Math.floor(body.length / 2))]], bytes: body };
    case 'too long':
      return { headers: [['content-length', String(body.length + 10)]], bytes: body };
    default:
      return { headers: [['content-length', String(body.length)]], bytes: body };
  }
};

const write = (draft: Draft): Buffer => {
  const { headers, bytes } = frame(draft);
  const target = draft.query === '' ? draft.path : `${draft.path}?${draft.query}`;
  const head = [
    `${draft.method} ${target} ${draft.version}`,
    ...[...draft.headers, ...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
};

/** Makes a right call into bytes, with what is done to it; `credentials` are the headers by which its caller is known. */
export const render = (
  address: Address,
  attempt: Attempt,
  {
    credentials,
    upload,
    mutations,
  }: { credentials: [string, string][]; upload: UploadPlan; mutations: readonly Mutation[] },
): HostileRequest => {
  const endpoint: Endpoint = api[address];
  const { method, path } = splitAddress(address);
  let body: unknown = endpoint.multipart ? PAPER : (attempt.json ?? attempt.form);
  let query: unknown = Object.fromEntries(new URLSearchParams(attempt.query));
  for (const mutation of mutations.filter(({ name }) => Object.hasOwn(VALUE_MUTATIONS, name))) {
    // What has no body has a query or nothing.
    if (body === undefined && endpoint.query) query = mutateValue(query, mutation);
    else body = mutateValue(body, mutation);
  }

  const content = bodyOf(endpoint, body, upload);
  const draft: Draft = {
    method,
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => escape(String(attempt.params?.[name] ?? '1')))}`,
    query: pairs(query),
    version: 'HTTP/1.1',
    headers: [
      ['host', '127.0.0.1'],
      ['connection', 'close'],
      ...credentials,
      ...(content ? [['content-type', content.type] as [string, string]] : []),
    ],
    body: content?.bytes,
    framing: 'length',
    cutAt: undefined,
  };
  const before = draft.body;
  for (const mutation of mutations) REQUEST_MUTATIONS[mutation.name]?.(draft, mutation);
  const isUntouched =
    draft.body === before && draft.framing !== 'too short' && draft.framing !== 'broken chunks';
  return {
    draft,
    bytes: write(draft),
    said:
      endpoint.json && isUntouched && before ? { value: JSON.parse(before.toString() || 'null') } : undefined,
  };
};
