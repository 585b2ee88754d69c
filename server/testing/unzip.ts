import { crc32, inflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 30;
const DIRECTORY_ENTRY = 46;

/** The entries of a ZIP file by its directory, each checked; throws for what is not whole. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('There is no end of a ZIP file.');
  const short = { count: bytes.readUInt16LE(end + 10), start: bytes.readUInt32LE(end + 16) };
  // The larger form of the end, when the numbers do not fit.
  const isLarge = short.count === 0xffff || short.start === 0xffff_ffff;
  const large = isLarge ? Number(bytes.readBigUInt64LE(end - 20 + 8)) : 0;
  const count = isLarge ? Number(bytes.readBigUInt64LE(large + 32)) : short.count;
  let at = isLarge ? Number(bytes.readBigUInt64LE(large + 48)) : short.start;

  const entries = new Map<string, Buffer>();
  for (let left = count; left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) throw new Error('The directory is not whole.');
    const [crc, packed, size] = [16, 20, 24].map((place) => bytes.readUInt32LE(at + place));
    const [nameLength = 0, extraLength = 0] = [28, 30].map((place) => bytes.readUInt16LE(at + place));
    const name = bytes.toString('utf8', at + DIRECTORY_ENTRY, at + DIRECTORY_ENTRY + nameLength);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + LOCAL_HEADER + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged.`);
    if (entries.has(name)) throw new Error(`${name} is there twice.`);
    entries.set(name, content);
    at += DIRECTORY_ENTRY + nameLength + extraLength;
  }
  return entries;
};
