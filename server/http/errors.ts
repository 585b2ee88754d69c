import type { FastifyError } from 'fastify';
import type { z } from 'zod';
import { DETAILS } from '../../contract/errors.ts';
import { NoSpaceError, NotFoundError, UnavailableError } from '../errors.ts';

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
const noSpace = () =>
  new HttpError(507, 'There is no space for files at the moment. Please try again later.');
export const tooMany = (seconds: number) =>
  new HttpError(429, `Too many attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`, {
    'retry-after': String(seconds),
  });

const LONGEST_NAME = 100;
/** A field name that the sender made up may be as long as the body. */
const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

/** Between spaces, so that only whole words are found in it. */
const asWords = (text: string): string => ` ${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;

/** Names the field and says what is wrong with it; the first problem is enough to act on. */
export const describeIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (!issue) return 'The input is not valid.';
  // People count the first row of a list as 1.
  const [first, ...rest] = issue.path;
  const row = typeof first === 'number' ? `Row ${first + 1}: ` : '';
  const field = shortened((row ? rest : issue.path).map(String).join('.'));
  if (issue.code === 'unrecognized_keys') {
    return `${row}Unknown field: ${shortened([field, issue.keys[0]].filter(Boolean).join('.'))}`;
  }
  // Our own sentences name their field, and read better without its name in front.
  const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
  const words = asWords(issue.message);
  const isNamed = field === '' || words.includes(asWords(name)) || words.includes(asWords(`${name}s`));
  return row + (isNamed ? issue.message : `${field}: ${issue.message}`);
};

export const invalidInput = (error: z.ZodError): HttpError => unprocessable(describeIssue(error));

/** A proxy in front that refuses by itself says the same (deploy/nginx.conf). */
export const FRAMEWORK_DETAILS: Record<number, string> = {
  400: 'The request could not be read.',
  404: DETAILS.notFound,
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not accepted.',
  431: 'The headers are too large.',
};

/** The framework's own refusals keep their status and get our words: its own mention internals. */
const fromFramework = ({ statusCode: status }: Partial<FastifyError>): HttpError | undefined => {
  if (!status || status < 400 || status >= 500) return undefined;
  return new HttpError(status, FRAMEWORK_DETAILS[status] ?? 'The request could not be answered.');
};

/** The answer to an error; undefined for an unexpected one. */
export const toHttpError = (error: Error): HttpError | undefined => {
  if (error instanceof HttpError) return error;
  if (error instanceof NotFoundError) return notFound();
  if (error instanceof UnavailableError) return Object.assign(unavailable(), { cause: error.cause });
  if (error instanceof NoSpaceError) return Object.assign(noSpace(), { cause: error.cause });
  return fromFramework(error);
};
