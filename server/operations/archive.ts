import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';

/**
 * A tar file, as every system reads it, whose last entry lists all others with their SHA-256, in the format of
 * `sha256sum -c`. Written and read from start to end, holding one chunk at a time.
 */

const BLOCK = 512;
const SUMS = 'SHA256SUMS';
const MAX_OCTAL = 0o77777777777;

/** A message about the file, for the person who named it. */
export class ArchiveError extends Error {}

const cutOff = () => new ArchiveError('It is truncated or damaged: its end is missing.');

// ------------------------------------------------------------------------------------------------------ blocks

const octal = (value: number, length: number): string =>
  `${Math.floor(value)
    .toString(8)
    .padStart(length - 1, '0')}\0`;

/** Eleven octal digits, or for more than 8 GB a binary number with the highest bit set. */
const writeSize = (header: Buffer, size: number): void => {
  if (size <= MAX_OCTAL) header.write(octal(size, 12), 124, 'latin1');
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
};

const readSize = (header: Buffer): number =>
  header[124] === 0x80
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(header.toString('latin1', 124, 135), 8);

/** Its text form: the sum of all bytes of the header, with its own field counted as blanks. */
const checksumOf = (header: Buffer): string => {
  const isOwn = (index: number) => index >= 148 && index < 156;
  return `${octal(
    header.reduce((sum, byte, index) => sum + (isOwn(index) ? 0x20 : byte), 0),
    7,
  )} `;
};

const headerOf = (name: string, size: number, at: Date): Buffer => {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a tar file.`);
  header.write(name, 0);
  header.write(octal(0o600, 8), 100, 'latin1');
  header.write(octal(0, 8), 108, 'latin1');
  header.write(octal(0, 8), 116, 'latin1');
  writeSize(header, size);
  header.write(octal(at.getTime() / 1000, 12), 136, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(checksumOf(header), 148, 'latin1');
  return header;
};

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

// ----------------------------------------------------------------------------------------------------- writing

export interface Entry {
  name: string;
  size: number;
  /** Where its content begins in the file. */
  start: number;
}

/** An entry and the expected hash of its content. */
export interface SummedEntry extends Entry {
  sha256: string;
}

export interface ArchiveWriter {
  /** The content may be of any length, not known in advance; the name has 100 bytes at most. */
  add(name: string, content: AsyncIterable<Uint8Array | string>): Promise<SummedEntry>;
  /** Adds the list of hashes and makes sure that everything is on the disk; returns the size in bytes. */
  finish(): Promise<number>;
  /** Call it last, in either case. */
  close(): Promise<void>;
}

/** Refuses a path that exists already. Others cannot read the files that it creates. */
export const createArchive = async (path: string, at: Date): Promise<ArchiveWriter> => {
  const file = await open(path, 'wx', 0o600);
  // The list grows with the number of entries, so it goes to a file, not to memory.
  const sumsPath = `${path}.sums`;
  const sums = await open(sumsPath, 'w', 0o600);
  let position = 0;

  const write = async (content: Uint8Array | string, place: number): Promise<number> => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) {
      done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
    }
    return bytes.length;
  };

  const add: ArchiveWriter['add'] = async (name, content) => {
    const headerAt = position;
    const start = headerAt + BLOCK;
    const hash = createHash('sha256');
    position = start;
    for await (const piece of content) {
      hash.update(piece);
      position += await write(piece, position);
    }
    const size = position - start;
    await write(headerOf(name, size, at), headerAt);
    await write(Buffer.alloc(padded(size) - size), position);
    position = start + padded(size);
    const sha256 = hash.digest('hex');
    if (name !== SUMS) await sums.write(`${sha256}  ${name}\n`);
    return { name, size, start, sha256 };
  };

  return {
    add,
    finish: async () => {
      await add(SUMS, createReadStream(sumsPath));
      position += await write(Buffer.alloc(2 * BLOCK), position);
      await file.sync();
      return position;
    },
    close: async () => {
      await file.close();
      await sums.close();
      await rm(sumsPath, { force: true });
    },
  };
};

// ----------------------------------------------------------------------------------------------------- reading

const isZero = (block: Buffer): boolean => block.every((byte) => byte === 0);

const parseHeader = (header: Buffer, position: number): Entry => {
  const isTar = header.toString('latin1', 257, 262) === 'ustar';
  const checksum = header.toString('latin1', 148, 156);
  if (position === 0 && !isTar) throw new ArchiveError('It is not a Tickmark backup.');
  const size = readSize(header);
  if (!isTar || checksum !== checksumOf(header) || !Number.isSafeInteger(size)) {
    throw new ArchiveError(`It is damaged at byte ${position}.`);
  }
  const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  return { name, size, start: position + BLOCK };
};

const readBlock = async (file: FileHandle, position: number): Promise<Buffer> => {
  const block = Buffer.alloc(BLOCK);
  const { bytesRead } = await file.read(block, 0, BLOCK, position);
  if (bytesRead < BLOCK) throw cutOff();
  return block;
};

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of content) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw cutOff();
}

export interface ArchiveReader {
  /** All entries with their hashes, in order; throws when the list and the entries do not agree. */
  entries(): AsyncGenerator<SummedEntry>;
  find(name: string): Promise<SummedEntry>;
  /** The content; throws at its end when the hash differs. */
  read(entry: SummedEntry): AsyncGenerator<Buffer>;
  lines(entry: SummedEntry): AsyncGenerator<string>;
  /** Reads everything once. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

const openArchive = async (path: string): Promise<ArchiveReader> => {
  const file = await open(path, 'r');

  async function* headers(): AsyncGenerator<Entry> {
    for (let position = 0; ; ) {
      const block = await readBlock(file, position);
      if (isZero(block)) return;
      const entry = parseHeader(block, position);
      yield entry;
      position = entry.start + padded(entry.size);
    }
  }

  let sumsEntry: Promise<Entry> | undefined;
  const findSums = async (): Promise<Entry> => {
    for await (const entry of headers()) if (entry.name === SUMS) return entry;
    throw cutOff();
  };
  const bytesOf = ({ start, size }: Entry): AsyncIterable<Buffer> =>
    size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 });

  async function* entries(): AsyncGenerator<SummedEntry> {
    sumsEntry ??= findSums();
    const sums = linesOf(bytesOf(await sumsEntry));
    let isListed = false;
    for await (const entry of headers()) {
      const { value: line } = await sums.next();
      isListed = entry.name === SUMS && line === undefined;
      if (isListed) continue;
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(.*)$/.exec(line ?? '') ?? [];
      if (sha256 === undefined || name !== entry.name) {
        throw new ArchiveError(`It is damaged: ${entry.name} is not in its list.`);
      }
      yield { ...entry, sha256 };
    }
    if (!isListed) throw cutOff();
  }

  async function* read(entry: SummedEntry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of bytesOf(entry)) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    if (size !== entry.size) throw cutOff();
    if (hash.digest('hex') !== entry.sha256)
      throw new ArchiveError(`It is damaged: ${entry.name} has changed.`);
  }

  return {
    entries,
    read,
    lines: (entry) => linesOf(read(entry)),
    find: async (name) => {
      for await (const entry of entries()) if (entry.name === name) return entry;
      throw new ArchiveError(`It has no ${name}.`);
    },
    verify: async () => {
      for await (const entry of entries()) for await (const _ of read(entry));
    },
    close: () => file.close(),
  };
};

/** Opens it for the duration of the work. */
export const withArchive = async <T>(
  path: string,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> => {
  const archive = await openArchive(path);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
};
