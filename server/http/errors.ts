import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { DETAILS } from '../../contract/errors.ts';

/** An answer that is not a success. Its text is meant for the person at the other end. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

export const notFound = () => new HttpError(404, DETAILS.notFound);
export const notLoggedIn = () => new HttpError(401, DETAILS.notLoggedIn, { 'www-authenticate': 'Bearer' });
export const forbidden = (detail: string = DETAILS.forbidden) => new HttpError(403, detail);
export const badRequest = (detail: string) => new HttpError(400, detail);
export const unprocessable = (detail: string) => new HttpError(422, detail);
export const unavailable = () => new HttpError(503, DETAILS.unavailable, { 'retry-after': '1' });
export const tooMany = (seconds: number) =>
  new HttpError(429, `Too many attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    'retry-after': String(seconds),
  });

/** Names the field and says what is wrong with it; the first fault is enough to act on. */
export const invalidInput = (error: z.ZodError): HttpError => {
  const issue = error.issues[0];
  if (!issue) return unprocessable('The input is not valid.');
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return unprocessable(`Unknown field: ${[field, issue.keys[0]].filter(Boolean).join('.')}`);
  }
  // Our own sentences name their field, and read better without its name before them.
  const isNamed = field === '' || issue.message.toLowerCase().includes(field.toLowerCase());
  return unprocessable(isNamed ? issue.message : `${field}: ${issue.message}`);
};

const FRAMEWORK_DETAILS: Record<number, string> = {
  400: 'The request could not be read.',
  404: DETAILS.notFound,
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not accepted.',
  431: 'The headers are too large.',
};

/** What the framework refuses by itself keeps its status and gets our words: its own name its internals. */
export const fromFramework = (error: FastifyError): HttpError | undefined => {
  const status = error.statusCode;
  if (!status || status < 400 || status >= 500) return undefined;
  return new HttpError(status, FRAMEWORK_DETAILS[status] ?? 'The request could not be answered.');
};
