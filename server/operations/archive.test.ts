import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataFolder } from '../testing/folder.ts';
import { ArchiveError, type ArchiveReader, createArchive, withArchive } from './archive.ts';

let folder: string;
let path: string;
const content = new Map([
  ['tables/users.jsonl', Buffer.from('{"id":1}\n{"id":2}\n')],
  ['files/empty', Buffer.alloc(0)],
  ['files/block', randomBytes(512)],
  ['files/large', randomBytes(200_001)],
  ['manifest.json', Buffer.from('{}\n')],
]);

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
}
const make = async (to: string, entries: Iterable<[string, Buffer]>) => {
  const archive = await createArchive(to, new Date('2026-01-02T03:04:05Z'));
  for (const [name, bytes] of entries) await archive.add(name, inPieces(bytes));
  await archive.finish();
  await archive.close();
};
const verify = (file: string) => withArchive(file, (archive) => archive.verify());
const contentOf = async (archive: ArchiveReader, name: string) => {
  const pieces: Buffer[] = [];
  for await (const piece of archive.read(await archive.find(name))) pieces.push(piece);
  return Buffer.concat(pieces);
};

beforeAll(async () => {
  folder = await makeDataFolder();
  path = join(folder, 'archive.tar');
  await make(path, content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an archive', () => {
  test('returns what was put in, and leaves no other file', async () => {
    await verify(path);
    await withArchive(path, async (archive) => {
      for (const [name, bytes] of content)
        expect((await contentOf(archive, name)).equals(bytes), name).toBe(true);
      const names: string[] = [];
      for await (const { name } of archive.entries()) names.push(name);
      expect(names).toEqual([...content.keys()]);
      const lines: string[] = [];
      for await (const line of archive.lines(await archive.find('tables/users.jsonl'))) lines.push(line);
      expect(lines).toEqual(['{"id":1}', '{"id":2}']);
      await expect(archive.find('files/absent')).rejects.toThrow('It has no files/absent.');
    });
    expect(await readdir(folder)).toEqual(['archive.tar']);
  });

  test('is readable only by its owner, and never overwrites a file', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(make(path, content)).rejects.toThrow('EEXIST');
    await verify(path);
  });

  test('notices a change of any significant byte', async () => {
    const small = join(folder, 'small.tar');
    await make(small, [
      ['a', Buffer.from('one\n')],
      ['files/b', Buffer.from('two')],
    ]);
    const bytes = await readFile(small);
    // Every significant byte, and some of the zeros in every header; padding after a content does not count.
    const headers = [0, 1024, 2048].flatMap((start) =>
      [105, 120, 170, 300, 400, 511].map((at) => start + at),
    );
    const places = [...bytes.keys()].filter((at) => bytes[at] !== 0 || headers.includes(at));
    expect(places.length).toBeGreaterThan(300);
    for (const at of places) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(small, changed);
      await expect(verify(small), `byte ${at}`).rejects.toThrow(ArchiveError);
    }
  });

  test('notices that it is truncated, anywhere', async () => {
    const { size } = await stat(path);
    for (const length of [0, 100, 512, 600, 1024, 5000, 150_000, size - 1025, size - 1024]) {
      const cut = join(folder, `cut-${length}.tar`);
      await writeFile(cut, await readFile(path));
      await truncate(cut, length);
      await expect(verify(cut), String(length)).rejects.toThrow(ArchiveError);
    }
  });

  test('is distinguished from other files', async () => {
    const other = join(folder, 'other');
    await writeFile(other, randomBytes(2000));
    await expect(verify(other)).rejects.toThrow('It is not a Tickmark backup.');
  });

  test('names the entry that is damaged', async () => {
    const bytes = await readFile(path);
    const at = bytes.indexOf(content.get('files/large')?.subarray(1000, 1100) ?? '');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const damaged = join(folder, 'damaged.tar');
    await writeFile(damaged, bytes);
    await expect(verify(damaged)).rejects.toThrow('It is damaged: files/large has changed.');
  });
});
