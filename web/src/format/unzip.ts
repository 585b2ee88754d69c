import { UnreadableText } from './parse-table.ts';

/** A file within a zip. It is unpacked only when it is asked for. */
export type ZippedFile = { name: string; read: () => Promise<Uint8Array<ArrayBuffer>> };

/** Unpacked, of all files that are read together. */
export const MOST_BYTES = 50_000_000;
/** Text is packed ten to one. Far tighter is made to fill a computer's memory. */
const TIGHTEST = 200;
/** What is packed tighter and stays as small as this harms nobody: a column may repeat one word. */
const SMALL = 100_000;
const MOST_FILES = 1000;

const END = 0x0605_4b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const DIRECTORY_ENTRY = 0x0201_4b50;
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_LENGTH = 30;
const [STORED, DEFLATED] = [0, 8];

/** In the larger form of the format a number of this value stands elsewhere. */
const ELSEWHERE = 0xffff_ffff;

type Entry = {
  name: string;
  isEncrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  header: number;
};

/**
 * The files of a zip that `wants` names, by the name without its folders. Only the list at the zip's end is read for it.
 * Throws a sentence for whatever is not a plain zip of a bearable size.
 */
export async function openZip(zip: File, wants: (name: string) => boolean): Promise<ZippedFile[]> {
  const entries = await readDirectory(zip);
  const files = entries.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
  const nested = files.find(({ name }) => /\.(zip|gz|7z|rar|tar)$/i.test(name));
  if (nested)
    throw new UnreadableText(`${zip.name} contains another compressed file, ${nested.name}. Unzip it first.`);

  const wanted = files
    .map((file) => ({ ...file, name: file.name.split('/').at(-1) ?? '' }))
    .filter(({ name }) => wants(name));
  const names = wanted.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableText(`${zip.name} holds ${twice} twice.`);
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_BYTES)
    throw new UnreadableText(`${zip.name} is too large: unpacked it has more than 50 MB.`);
  for (const entry of wanted) refuseUnreadable(entry);
  return wanted.map((entry) => ({ name: entry.name, read: () => unpack(zip, entry) }));
}

function refuseUnreadable({ name, isEncrypted, method, packed, size }: Entry): void {
  if (isEncrypted) throw new UnreadableText(`${name} is encrypted. Pack the files without a password.`);
  if (method !== STORED && method !== DEFLATED)
    throw new UnreadableText(
      `${name} is packed in a way that cannot be read here. Pack the files as a plain zip.`,
    );
  if (size > SMALL && size > packed * TIGHTEST)
    throw new UnreadableText(`${name} does not look like a real list, so it was not read.`);
}

async function readDirectory(zip: File): Promise<Entry[]> {
  const from = Math.max(0, zip.size - END_LENGTH - LONGEST_COMMENT);
  const tail = await viewOf(zip, from, zip.size);
  let at = tail.byteLength - END_LENGTH;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw damaged(zip);
  const count = tail.getUint16(at + 10, true);
  const [length, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (count > MOST_FILES || start === ELSEWHERE)
    throw new UnreadableText(`${zip.name} holds too many files to be a roster.`);
  if (start + length > zip.size) throw damaged(zip);
  return readEntries(zip, await viewOf(zip, start, start + length), count);
}

function readEntries(zip: File, directory: DataView<ArrayBuffer>, count: number): Entry[] {
  const entries: Entry[] = [];
  const short = (at: number) => directory.getUint16(at, true);
  const long = (at: number) => directory.getUint32(at, true);
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + DIRECTORY_ENTRY_LENGTH > directory.byteLength || long(at) !== DIRECTORY_ENTRY)
      throw damaged(zip);
    const end = at + DIRECTORY_ENTRY_LENGTH + short(at + 28);
    if (end > directory.byteLength) throw damaged(zip);
    entries.push({
      name: new TextDecoder()
        .decode(directory.buffer.slice(at + DIRECTORY_ENTRY_LENGTH, end))
        .replaceAll('\\', '/'),
      isEncrypted: (short(at + 8) & 1) === 1,
      method: short(at + 10),
      crc: long(at + 16),
      packed: long(at + 20),
      size: long(at + 24),
      header: long(at + 42),
    });
    at = end + short(at + 30) + short(at + 32);
  }
  return entries;
}

async function unpack(zip: File, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  const header = await viewOf(zip, entry.header, entry.header + LOCAL_HEADER_LENGTH);
  if (header.byteLength < LOCAL_HEADER_LENGTH || header.getUint32(0, true) !== LOCAL_HEADER)
    throw damaged(entry);
  const start = entry.header + LOCAL_HEADER_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(start, start + entry.packed).stream();
  const stream =
    entry.method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = await readUpTo(stream, entry).catch(() => undefined);
  if (bytes?.length !== entry.size || checksum(bytes) !== entry.crc) throw damaged(entry);
  return bytes;
}

/** Stops at once where there is more than the zip's list says. */
async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  { size }: Entry,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  const reader = stream.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    if (length + value.length > size) {
      await reader.cancel();
      throw new Error('There is more than the list says.');
    }
    bytes.set(value, length);
    length += value.length;
  }
}

const viewOf = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer());

const damaged = ({ name }: { name: string }) => new UnreadableText(`${name} is damaged. Export it again.`);

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** CRC-32, as the format has it. */
function checksum(bytes: Uint8Array): number {
  let value = ELSEWHERE;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] ?? 0);
  return (value ^ ELSEWHERE) >>> 0;
}
