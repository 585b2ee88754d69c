import { pipeline, type Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * A ZIP file made while it is sent: nothing is kept but the list of what has gone out. Each entry is deflated with
 * its size and checksum behind it, as every program that opens ZIP files understands. An entry may have 4 GB at most.
 */

export interface ZipEntry {
  /** With / between folders. */
  name: string;
  modifiedAt: Date;
  bytes: Readable;
}

interface Written {
  name: Buffer;
  dosTime: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const VERSION = 20;
const VERSION_64 = 45;
/** Bit 3: sizes come after the content. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Photos and PDFs are packed already; more effort finds little more. */
const LEVEL = 1;
const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** Seconds in steps of two, from 1980 on. */
const dosTimeOf = (at: Date): Buffer => {
  const year = Math.max(1980, at.getUTCFullYear());
  return Buffer.concat([
    u16((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)),
    u16(((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()),
  ]);
};

const localHeader = (name: Buffer, dosTime: Buffer): Buffer =>
  Buffer.concat([
    u32(0x0403_4b50),
    u16(VERSION),
    u16(FLAGS),
    u16(DEFLATED),
    dosTime,
    Buffer.alloc(12),
    u16(name.length),
    u16(0),
    name,
  ]);

const descriptor = ({ crc, packed, size }: Written): Buffer =>
  Buffer.concat([u32(0x0807_4b50), u32(crc), u32(packed), u32(size)]);

const directoryEntry = ({ name, dosTime, crc, packed, size, offset }: Written): Buffer => {
  // An offset that does not fit is said in an extra field.
  const extra = offset < MAX_32 ? Buffer.alloc(0) : Buffer.concat([u16(1), u16(8), u64(offset)]);
  return Buffer.concat([
    u32(0x0201_4b50),
    u16(extra.length > 0 ? VERSION_64 : VERSION),
    u16(extra.length > 0 ? VERSION_64 : VERSION),
    u16(FLAGS),
    u16(DEFLATED),
    dosTime,
    u32(crc),
    u32(packed),
    u32(size),
    u16(name.length),
    u16(extra.length),
    Buffer.alloc(10),
    u32(Math.min(offset, MAX_32)),
    name,
    extra,
  ]);
};

const shortEnd = (entries: number, length: number, start: number): Buffer =>
  Buffer.concat([
    u32(0x0605_4b50),
    Buffer.alloc(4),
    u16(entries),
    u16(entries),
    u32(length),
    u32(start),
    u16(0),
  ]);

/** What does not fit the short form is said before it, and the short one points there by its highest numbers. */
const largeEnd = (entries: number, length: number, start: number): Buffer =>
  Buffer.concat([
    u32(0x0606_4b50),
    u64(44),
    u16(VERSION_64),
    u16(VERSION_64),
    Buffer.alloc(8),
    u64(entries),
    u64(entries),
    u64(length),
    u64(start),
    u32(0x0706_4b50),
    u32(0),
    u64(start + length),
    u32(1),
    shortEnd(MAX_16, MAX_32, MAX_32),
  ]);

export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  { largeFrom = MAX_16 } = {},
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, modifiedAt, bytes } of entries) {
    const entry = {
      name: Buffer.from(name),
      dosTime: dosTimeOf(modifiedAt),
      crc: 0,
      packed: 0,
      size: 0,
      offset,
    };
    const header = localHeader(entry.name, entry.dosTime);
    yield header;
    const count = async function* count(source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        entry.crc = crc32(piece, entry.crc);
        entry.size += piece.length;
        yield piece;
      }
    };
    // A fault on the way ends the loop below with it.
    const packed = pipeline(bytes, count, createDeflateRaw({ level: LEVEL }), () => {});
    for await (const piece of packed as AsyncIterable<Buffer>) {
      entry.packed += piece.length;
      yield piece;
    }
    const after = descriptor(entry);
    yield after;
    offset += header.length + entry.packed + after.length;
    written.push(entry);
  }
  const start = offset;
  for (const entry of written) {
    const line = directoryEntry(entry);
    yield line;
    offset += line.length;
  }
  const isLarge = written.length >= largeFrom || offset >= MAX_32;
  yield (isLarge ? largeEnd : shortEnd)(written.length, offset - start, start);
}
