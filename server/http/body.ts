import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { DEFAULT_MAX_VALUES } from '../../contract/endpoint.ts';
import { badRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values in a JSON body, fields in a form; few by default. */
    maxValues?: number | undefined;
  }
}

const MAX_DEPTH = 32;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
};

const [QUOTE, BACKSLASH, COMMA, AMPERSAND] = Buffer.from('"\\,&');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('[]{}');

/**
 * Refuses by depth and number of values before anything is decoded: parsing and checking a value takes far longer than
 * sending it. In UTF-8 the characters looked for are never part of another one.
 */
const refuseHeavyJson = (bytes: Buffer, maxValues: number): void => {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const sign = bytes[index] ?? 0;
    if (inString) {
      if (sign === BACKSLASH) index += 1;
      else if (sign === QUOTE) inString = false;
    } else if (sign === QUOTE) inString = true;
    else if (sign === COMMA) {
      values += 1;
      if (values > maxValues) throw badRequest('The body has too many values.');
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) throw badRequest('The body is nested too deeply.');
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
  }
};

const readJson = (bytes: Buffer, maxValues: number): unknown => {
  if (bytes.length === 0) return undefined;
  refuseHeavyJson(bytes, maxValues);
  const text = decode(bytes);
  try {
    // Refuses `__proto__` and `constructor.prototype`.
    return parseJson(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
};

const refuseManyFields = (bytes: Buffer, maxFields: number): void => {
  let fields = 1;
  for (const sign of bytes) {
    if (sign !== AMPERSAND) continue;
    fields += 1;
    if (fields > maxFields) throw badRequest('The form has too many fields.');
  }
};

const readForm = (bytes: Buffer, maxFields: number): unknown => {
  refuseManyFields(bytes, maxFields);
  const fields: Record<string, string> = {};
  try {
    for (const pair of decode(bytes).split('&')) {
      if (pair === '') continue;
      const [name = '', value = ''] = pair
        .replaceAll('+', ' ')
        .split(/=(.*)/s)
        .map((part) => decodeURIComponent(part));
      if (name === '__proto__' || Object.hasOwn(fields, name)) throw badRequest('');
      fields[name] = value;
    }
  } catch {
    throw badRequest('The form could not be read.');
  }
  return fields;
};

/**
 * A body waits before it is decoded, the longer the larger it is: one connection gets about a megabyte a second
 * decoded. A tick does not wait; a connection that sends one large body after another mostly does. The wait varies a
 * little, so that bodies that arrive together are not decoded together.
 */
const BYTES_PER_MS = 1024;
const MAX_WAIT_MS = 250;
const takeTurn = async (bytes: Buffer): Promise<void> => {
  const wait = Math.min(MAX_WAIT_MS, Math.floor(bytes.length / BYTES_PER_MS));
  if (wait > 0) await pause(wait * (0.5 + Math.random()));
};

/** The content types that the API takes; anything else is answered with 415. */
export const acceptBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  const readers = { 'application/json': readJson, 'application/x-www-form-urlencoded': readForm };
  for (const [type, read] of Object.entries(readers)) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      await takeTurn(body);
      return read(body, request.routeOptions.config.maxValues ?? DEFAULT_MAX_VALUES);
    });
  }
  // An upload is read by its handler, as a stream.
  app.addContentTypeParser('multipart/form-data', async () => undefined);
};
