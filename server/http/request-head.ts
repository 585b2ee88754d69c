import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { badRequest, HttpError } from './errors.ts';

/** More than any of our URLs has. */
const MAX_PARAMETERS = 32;

/** It becomes part of links. */
const NAME = /^[\w.:[\]-]*$/;

/** Node keeps the first of several; a proxy in front of us may have used the last. */
const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/** A body of undeclared length. It may come in chunks of one byte, each of which costs as much as a whole packet. */
export const isChunked = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined;

/** A URL that is about to be refused is parsed no further than any other. */
export const parseQuery = (text: string): Record<string, unknown> =>
  parse(text, '&', '=', { maxKeys: MAX_PARAMETERS });

/** Refuses, by its head, a request that is ambiguous or costs more to read than to send. */
export const checkHead = (request: IncomingMessage): void => {
  const hosts = countHosts(request);
  if (hosts > 1) throw badRequest('The request names more than one host.');
  if (!NAME.test(request.headers.host ?? '')) throw badRequest('The name of the host is not valid.');
  if (hosts === 0 && request.httpVersion === '1.1') throw badRequest('The request names no host.');
  if (isChunked(request)) throw new HttpError(411, 'Send the length of the body.', { connection: 'close' });
  if ((request.url ?? '').split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    throw badRequest('The address has too many parameters.');
};
