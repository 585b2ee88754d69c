import { badRequest } from '../../http/errors.ts';

/**
 * Reads multipart/form-data as it arrives, part by part, holding no more than a piece of it. Whoever reads a part
 * sets the pace: while its bytes are not asked for, nothing is taken from the line.
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

const cutOff = () => badRequest('The upload was cut off.');
const malformed = () => badRequest('The form could not be read.');

/** The text between the parts; undefined when this is not multipart/form-data. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const match = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? '',
  );
  return match?.[1] ?? match?.[2];
};

/** What has arrived and not been used yet. */
class Inbox {
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

  /** The bytes before the mark, piece by piece; the mark itself is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Buffer, void> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        if (at > 0) yield this.#take(at);
        this.#take(mark.length);
        return;
      }
      // The end of what is here may be the beginning of the mark.
      const certain = this.#held.length - mark.length + 1;
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

/** A quoted parameter of a header. Browsers write a quote as %22, others as \"; a backslash may also be a path's. */
const parameterOf = (header: string, name: string): string | undefined => {
  const value = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`, 'i').exec(header)?.[1];
  return value?.replaceAll('\\"', '"').replaceAll('%22', '"');
};

const readHead = (head: Buffer): { name: string; filename: string | undefined } => {
  const disposition = head
    .toString('utf8')
    .split('\r\n')
    .find((line) => /^content-disposition\s*:/i.test(line));
  if (!disposition || !/:\s*form-data\s*;/i.test(disposition)) throw malformed();
  const name = parameterOf(disposition, 'name');
  if (name === undefined) throw malformed();
  return { name, filename: parameterOf(disposition, 'filename') };
};

export async function* readParts(
  source: AsyncIterator<Buffer>,
  boundary: string,
): AsyncGenerator<Part, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may be the very first thing; with a line end before it, all of them look the same.
  const inbox = new Inbox(source, LINE_END);
  await collect(inbox.until(delimiter), MAX_PREAMBLE_BYTES);
  for (;;) {
    const next = (await inbox.exactly(2)).toString('latin1');
    if (next === '--') return;
    if (next !== '\r\n') throw malformed();
    const head = readHead(await collect(inbox.until(BLANK_LINE), MAX_HEADER_BYTES));
    const bytes = inbox.until(delimiter);
    yield { ...head, bytes };
    // Whatever the reader left over; a part must be over before the next begins.
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
