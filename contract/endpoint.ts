import type { z } from 'zod';
import type { VisitChange } from '../domain/audit.ts';
import type { Access } from '../domain/permissions.ts';

/** `METHOD /path/{parameter}`: an endpoint's name is its address. */
export type EndpointAddress = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * What becomes of a call that the platform admin makes while viewing as somebody else: either its changes are recorded
 * under this kind; or it is refused with this sentence, because only the user may decide; or it ends the visit.
 */
type Impersonated = { records: VisitChange } | { refused: string } | 'ends';

/**
 * What an endpoint takes and returns. At most one of `json`, `form` and `multipart` says how its body is sent.
 * `response` is null for an answer without a body (204), `'binary'` for a file,
 * `'redirect'` for an answer that leads to another address (302).
 */
export interface Endpoint {
  summary: string;
  access: Access;
  impersonated?: Impersonated;
  params?: z.ZodType;
  query?: z.ZodType;
  json?: z.ZodType;
  form?: z.ZodType;
  multipart?: z.ZodType;
  response: z.ZodType | 'binary' | 'redirect' | null;
  /** Answers carry an `ETag`: a caller that sends it back in `If-None-Match` gets 304 while the answer would be the same. */
  tagged?: true;
  /** Maximum bytes of a body; `DEFAULT_BODY_LIMIT` by default. */
  bodyLimit?: number;
  /** Maximum values in a JSON body, or fields in a form; `DEFAULT_MAX_VALUES` by default. */
  maxValues?: number;
}

/** A login, a tick, a form of a few fields: even with every character escaped they stay below this. */
export const DEFAULT_BODY_LIMIT = 16 * 1024;
export const DEFAULT_MAX_VALUES = 64;
/** Lists of addresses and records. */
export const LIST_BODY_LIMIT = 256 * 1024;
/** A whole school as a list. */
export const IMPORT_BODY_LIMIT = 2 * 1024 * 1024;
/** The same with every class and who is in it. */
export const ROSTER_BODY_LIMIT = 8 * 1024 * 1024;

/** A call that a user can make and that may change something must say what becomes of it when impersonated. */
type Stated<T> = {
  [A in keyof T]: A extends `GET ${string}`
    ? unknown
    : T[A] extends { access: 'public' | 'signature' | 'platformAdmin' }
      ? unknown
      : { impersonated: Impersonated };
};

/** Keeps each endpoint's exact schema types while checking that nothing (above all `access`) is missing. */
export const endpoints = <const T extends Record<EndpointAddress, Endpoint>>(group: T & Stated<T>): T =>
  group;

type Part = 'params' | 'query' | 'json' | 'form' | 'multipart';

/** What a caller sends: what the schemas accept. */
export type InputOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.input<NonNullable<E[P]>>;
};

/** What a handler receives: what the schemas turn it into. */
export type ParsedOf<E extends Endpoint> = {
  [P in Part as E[P] extends z.ZodType ? P : never]: z.output<NonNullable<E[P]>>;
};

export type OutputOf<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : E['response'] extends null
    ? undefined
    : E['response'] extends 'redirect'
      ? string
      : never;

export const splitAddress = (address: string): { method: string; path: string } => {
  const space = address.indexOf(' ');
  return { method: address.slice(0, space), path: address.slice(space + 1) };
};
