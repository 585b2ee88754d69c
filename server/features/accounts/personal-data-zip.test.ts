import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { unzip } from '../../testing/unzip.ts';
import { type ZipEntry, zip } from './personal-data-zip.ts';

const at = new Date('2026-03-04T05:06:08Z');
const zipped = (entries: Iterable<[string, Readable]>) => {
  async function* given(): AsyncGenerator<ZipEntry> {
    for (const [name, bytes] of entries) yield { name, modifiedAt: at, bytes };
  }
  return zip(given());
};

describe('a ZIP file', () => {
  test('contains what was put in, whatever the name, the size and the chunks', async () => {
    const large = randomBytes(3_000_000);
    const given = new Map([
      ['files/Ünïcode 試験/work (2).pdf', Buffer.from('a')],
      ['empty', Buffer.alloc(0)],
      ['large', large],
      ['text', Buffer.from('again and '.repeat(5000))],
    ]);
    const bytes = await buffer(
      zipped(
        [...given].map(([name, content]) => [
          name,
          Readable.from([content.subarray(0, 1), content.subarray(1)], { objectMode: false }),
        ]),
      ),
    );
    const found = unzip(bytes);
    expect([...found.keys()]).toEqual([...given.keys()]);
    for (const [name, content] of given) expect(found.get(name)?.equals(content), name).toBe(true);
    expect(bytes.length).toBeLessThan(large.length + 5000);
  });

  test('is valid without entries', async () => {
    expect(unzip(await buffer(zipped([])))).toEqual(new Map());
  });

  test('fails when an entry fails, and never looks complete', async () => {
    const broken = Readable.from(
      (function* pieces() {
        yield Buffer.from('half');
        throw new Error('The store is down.');
      })(),
    );
    await expect(buffer(zipped([['broken', broken]]))).rejects.toThrow('The store is down.');
  });

  test('fails when its entries cannot be listed', async () => {
    const entries = {
      [Symbol.iterator]: () => {
        throw new Error('The store is down.');
      },
    };
    await expect(buffer(zipped(entries))).rejects.toThrow('The store is down.');
  });

  test('opens one entry at a time, waits for its reader and closes the entry when the reader aborts', async () => {
    const opened: Readable[] = [];
    let isClosed = false;
    async function* given(): AsyncGenerator<ZipEntry> {
      try {
        for (;;) {
          const bytes = Readable.from(pieces(), { objectMode: false });
          opened.push(bytes);
          yield { name: String(opened.length), modifiedAt: at, bytes };
        }
      } finally {
        isClosed = true;
      }
    }
    let made = 0;
    function* pieces() {
      for (let piece = 0; piece < 100; piece += 1) {
        made += 1;
        yield randomBytes(65_536);
      }
    }
    const output = zip(given());
    await once(output, 'readable');
    await expect.poll(() => made).toBeGreaterThan(0);
    let before = -1;
    while (before < made) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made).toBeLessThan(20);
    expect(opened).toHaveLength(1);

    output.destroy();
    await expect.poll(() => isClosed).toBe(true);
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
