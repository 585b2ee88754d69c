import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { api } from '../../contract/index.ts';
import { fillIn, type LookUp } from './known.ts';
import type { Plan } from './plan.ts';
import { spoilValue, VALUE_SPOILS } from './spoil-value.ts';
import { type Draft, WIRE_SPOILS } from './spoil-wire.ts';
import { MULTIPART, uploadBody } from './upload-bodies.ts';

/** A request ready to be sent. */
export interface Request {
  draft: Draft;
  bytes: Buffer;
  /** What the body says, where that is still known after all that was done to it. */
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
  plan: Plan,
  body: unknown,
): { type: string; bytes: Buffer } | undefined => {
  if (endpoint.multipart && plan.upload) return { type: MULTIPART, bytes: uploadBody(body, plan.upload) };
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

/** Makes a plan into bytes; `credentials` are the headers by which its caller is known. */
export const render = (plan: Plan, credentials: [string, string][], lookUp: LookUp): Request => {
  const endpoint: Endpoint = api[plan.address];
  const { method, path } = splitAddress(plan.address);
  const onValues = plan.spoils.filter(({ name }) => Object.hasOwn(VALUE_SPOILS, name));
  const onWire = plan.spoils.filter(({ name }) => Object.hasOwn(WIRE_SPOILS, name));

  const hasBody = endpoint.json ?? endpoint.form ?? endpoint.multipart;
  // What has no body to be spoiled has a query or nothing.
  let body = fillIn(plan.body, lookUp);
  let query = fillIn(plan.target.query, lookUp);
  const params = fillIn(plan.target.params, lookUp) as Record<string, string>;
  for (const spoil of onValues) {
    if (!hasBody && endpoint.query) query = spoilValue(query, spoil);
    else body = spoilValue(body, spoil);
  }

  const content = bodyOf(endpoint, plan, body);
  const draft: Draft = {
    method,
    path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => escape(params[name] ?? '1'))}`,
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
  for (const spoil of onWire) WIRE_SPOILS[spoil.name]?.(draft, spoil);
  const isUntouched =
    draft.body === before && draft.framing !== 'too short' && draft.framing !== 'broken chunks';
  return {
    draft,
    bytes: write(draft),
    said:
      endpoint.json && isUntouched && before ? { value: JSON.parse(before.toString() || 'null') } : undefined,
  };
};
