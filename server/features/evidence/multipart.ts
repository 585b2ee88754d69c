import { badRequest } from '../../http/errors.ts';

/**
 * Reads multipart/form-data as it arrives, part by part, holding one chunk of it at most. The consumer of a part sets
 * the pace: while nobody asks for its bytes, nothing is read from the connection.
 */

export interface Part {
  name: string;
  /** As the sender wrote it; undefined for a plain field. */
  filename: string | undefined;
  /** To be read to its end before the next part is asked for. */
  bytes: AsyncGenerator<Buffer, void>;
}

const LINE_END = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const MAX_HEADER_BYTES = 8 * 1024;
const MAX_PREAMBLE_BYTES = 1024;
const MAX_BOUNDARY_LENGTH = 70;

const cutOff = () => badRequest('The upload was cut off.');
const malformed = () => badRequest('The form could not be read.');
const unreadableFilename = () => badRequest('The name of the file could not be read.');

/**
 * `; name=value` or `; name="value"`. In quotes, a backslash escapes a quote or a backslash; any other belongs to a
 * Windows path, which old browsers send.
 */
const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s;"]+))/y;

/** The parameters behind a header's first word, names in lower case; undefined when they cannot be read. */
const parametersOf = (text: string): Map<string, string> | undefined => {
  const found = new Map<string, string>();
  let end = 0;
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(text); match; match = PARAMETER.exec(text)) {
    const [, name = '', quoted, plain = ''] = match;
    if (found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain);
    end = PARAMETER.lastIndex;
  }
  return /^[\s;]*$/.test(text.slice(end)) ? found : undefined;
};

/** The text between the parts; undefined when this is not multipart/form-data. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, parameters] = /^multipart\/form-data(\s*;.*)$/i.exec(contentType ?? '') ?? [];
  const boundary = parametersOf(parameters ?? '')?.get('boundary');
  return boundary && boundary.length <= MAX_BOUNDARY_LENGTH ? boundary : undefined;
};

/** Bytes that have arrived and are not consumed yet. */
class ByteReader {
  #held: Buffer;
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterator<Buffer>, start: Buffer) {
    this.#source = source;
    this.#held = start;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw cutOff();
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async exactly(length: number): Promise<Buffer> {
    while (this.#held.length < length) await this.#more();
    return this.#take(length);
  }

  /** The bytes before the delimiter, in chunks; the delimiter itself is skipped. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      if (at >= 0) {
        if (at > 0) yield this.#take(at);
        this.#take(delimiter.length);
        return;
      }
      // The end of the buffer may be the start of the delimiter.
      const certain = this.#held.length - delimiter.length + 1;
      if (certain > 0) yield this.#take(certain);
      await this.#more();
    }
  }
}

const collect = async (pieces: AsyncIterable<Buffer>, limit: number): Promise<Buffer> => {
  const all: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > limit) throw malformed();
    all.push(piece);
  }
  return Buffer.concat(all);
};

/** What browsers write in place of the characters that would break a quoted parameter. */
const unescapeBrowser = (value: string): string =>
  value.replace(/%(?:22|0D|0A)/g, (code) => decodeURIComponent(code));

/** A value of RFC 8187, `UTF-8'language'percent-encoded`. */
const decodeExtended = (value: string): string => {
  const [, charset, encoded] = /^([\w-]+)'[\w-]*'((?:%[\da-f]{2}|[\w!#$&+.^`|~-])*)$/i.exec(value) ?? [];
  if (charset === undefined || encoded === undefined) throw unreadableFilename();
  if (charset.toLowerCase() !== 'utf-8') throw badRequest('Send the name of the file in UTF-8.');
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw unreadableFilename();
  }
};

const readHead = (head: Buffer): { name: string; filename: string | undefined } => {
  const lines = head.toString('utf8').split('\r\n');
  const disposition = lines.find((line) => /^content-disposition\s*:/i.test(line)) ?? '';
  const [, parameters] = /:\s*form-data(\s*;.*)$/i.exec(disposition) ?? [];
  const found = parametersOf(parameters ?? '');
  const name = found?.get('name');
  if (!found || name === undefined) throw malformed();
  const [filename, extended] = [found.get('filename'), found.get('filename*')];
  return {
    name: unescapeBrowser(name),
    // Where both are given, the extended one can hold every character.
    filename: extended === undefined ? filename && unescapeBrowser(filename) : decodeExtended(extended),
  };
};

export async function* readParts(
  source: AsyncIterator<Buffer>,
  boundary: string,
): AsyncGenerator<Part, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may be at the very start; with a line end before it, all of them look the same.
  const reader = new ByteReader(source, LINE_END);
  await collect(reader.until(delimiter), MAX_PREAMBLE_BYTES);
  for (;;) {
    const next = (await reader.exactly(2)).toString('latin1');
    if (next === '--') return;
    if (next !== '\r\n') throw malformed();
    const head = readHead(await collect(reader.until(BLANK_LINE), MAX_HEADER_BYTES));
    const bytes = reader.until(delimiter);
    yield { ...head, bytes };
    // Skips what the consumer did not read: a part must end before the next begins.
    for await (const _ of bytes);
  }
}

/** The text of a plain field. */
export const textOf = async (part: Part, limit: number): Promise<string> => {
  const bytes = await collect(part.bytes, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed();
  }
};
