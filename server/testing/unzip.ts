import { crc32, inflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 30;
const DIRECTORY_ENTRY = 46;

/** The entries that a ZIP file's directory lists, each checked; throws when the file is damaged. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('There is no end of a ZIP file.');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);

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
