import type { FastifyInstance } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { badRequest } from './errors.ts';

const MAX_DEPTH = 32;
/** Several for every paper there is. To judge a value takes far longer than to send it. */
const MAX_VALUES = 100_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
};

/** How deep brackets nest and how many values there are, without parsing: what is refused should cost nothing. */
const measure = (json: string): { depth: number; values: number } => {
  let open = 0;
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ',') values += 1;
    else if (character === '{' || character === '[') depth = Math.max(depth, (open += 1));
    else if (character === '}' || character === ']') open -= 1;
  }
  return { depth, values };
};

const readJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  const { depth, values } = measure(text);
  if (depth > MAX_DEPTH) throw badRequest('The body is nested too deeply.');
  if (values > MAX_VALUES) throw badRequest('The body has too many values.');
  try {
    // Refuses `__proto__` and `constructor.prototype`.
    return parseJson(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
};

const readForm = (bytes: Buffer): unknown => {
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

/** The content types that the API takes; anything else is answered with 415. */
export const acceptBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  const readers = { 'application/json': readJson, 'application/x-www-form-urlencoded': readForm };
  for (const [type, read] of Object.entries(readers)) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      read(body),
    );
  }
  // An upload is read by its handler, as a stream.
  app.addContentTypeParser('multipart/form-data', async () => undefined);
};
