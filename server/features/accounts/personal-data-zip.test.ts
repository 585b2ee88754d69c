import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../testing/unzip.ts';
import { type ZipEntry, zip } from './personal-data-zip.ts';

const at = new Date('2026-03-04T05:06:08Z');
const whole = async (entries: Iterable<[string, Buffer[]]>, options = {}) => {
  async function* given(): AsyncGenerator<ZipEntry> {
    for (const [name, pieces] of entries) yield { name, modifiedAt: at, bytes: Readable.from(pieces) };
  }
  return buffer(Readable.from(zip(given(), options)));
};

describe('a ZIP file', () => {
  test('holds what was put in, whatever the name, the size and the pieces', async () => {
    const large = randomBytes(3_000_000);
    const given = new Map([
      ['files/Ünïcode 試験/work (2).pdf', Buffer.from('a')],
      ['empty', Buffer.alloc(0)],
      ['large', large],
      ['text', Buffer.from('again and '.repeat(5000))],
    ]);
    const bytes = await whole(
      [...given].map(([name, content]) => [name, [content.subarray(0, 1), content.subarray(1)]]),
    );
    const found = unzip(bytes);
    expect([...found.keys()]).toEqual([...given.keys()]);
    for (const [name, content] of given) expect(found.get(name)?.equals(content), name).toBe(true);
    expect(bytes.length).toBeLessThan(large.length + 5000);
  });

  test('without entries is one too', async () => {
    expect(unzip(await whole([]))).toEqual(new Map());
  });

  test('says in a larger form what its short form has no room for', async () => {
    const given: [string, Buffer][] = ['a', 'b', 'c'].map((name) => [name, Buffer.from(name)]);
    const bytes = await whole(
      given.map(([name, content]) => [name, [content]]),
      { largeFrom: 3 },
    );
    expect(bytes.readUInt16LE(bytes.length - 12)).toBe(0xffff);
    expect(unzip(bytes)).toEqual(new Map(given));
  });

  test('ends with the fault of what it reads, never as if it were whole', async () => {
    const broken = Readable.from(
      (function* pieces() {
        yield Buffer.from('half');
        throw new Error('The store is away.');
      })(),
    );
    async function* given(): AsyncGenerator<ZipEntry> {
      yield { name: 'broken', modifiedAt: at, bytes: broken };
    }
    await expect(buffer(Readable.from(zip(given())))).rejects.toThrow('The store is away.');
  });
});
