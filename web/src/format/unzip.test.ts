import { describe, expect, it } from 'vitest';
import { zipOf } from '../testing/rosters.ts';
import { openZip } from './unzip.ts';

const wants = (name: string) => name.endsWith('.csv');
const contentOf = async (zip: File) =>
  Promise.all(
    (await openZip(zip, wants)).map(async ({ name, read }) => [name, new TextDecoder().decode(await read())]),
  );

describe('A zip', () => {
  it('is read file by file, whether packed or stored, in folders or not', async () => {
    const files = { 'a.csv': 'one', 'roster/b.csv': 'zwei, drei '.repeat(100), 'notes.txt': 'no' };
    const wanted = [
      ['a.csv', 'one'],
      ['b.csv', 'zwei, drei '.repeat(100)],
    ];
    expect(await contentOf(zipOf(files))).toEqual(wanted);
    expect(await contentOf(zipOf(files, 'roster.zip', { isStored: true }))).toEqual(wanted);
  });

  it('leaves out what a Mac adds to it', async () => {
    expect(await contentOf(zipOf({ 'a.csv': '1', '__MACOSX/._a.csv': '2', 'folder/': '' }))).toEqual([
      ['a.csv', '1'],
    ]);
  });

  it.each([
    ['is no zip', new File(['no zip at all'], 'r.zip'), 'r.zip is damaged'],
    ['is empty', new File([], 'r.zip'), 'r.zip is damaged'],
    ['holds a zip', zipOf({ 'more.zip': 'PK' }), 'contains another compressed file, more.zip'],
    ['holds a name twice', zipOf({ 'a/x.csv': '1', 'b/X.csv': '2' }), 'holds x.csv twice'],
    ['is encrypted', zipOf({ 'a.csv': '1' }, 'r.zip', { flags: 1 }), 'a.csv is encrypted'],
    ['is packed otherwise', zipOf({ 'a.csv': '1' }, 'r.zip', { method: 12 }), 'cannot be read here'],
    ['says that it is huge', zipOf({ 'a.csv': '1' }, 'r.zip', { size: 60_000_000 }), 'more than 50 MB'],
    ['is a bomb', zipOf({ 'a.csv': '0'.repeat(5_000_000) }), 'does not look like a real list'],
  ])('that %s is refused in words', async (_, zip, words) => {
    await expect(openZip(zip, wants)).rejects.toThrow(words);
  });

  it('that holds more than it says is read no further', async () => {
    const [file] = await openZip(zipOf({ 'a.csv': 'abc'.repeat(100_000) }, 'r.zip', { size: 5000 }), wants);
    await expect(file?.read()).rejects.toThrow('a.csv is damaged. Export it again.');
  });

  it('whose content was changed or cut off is refused', async () => {
    const whole = new Uint8Array(
      await zipOf({ 'a.csv': 'Anna Müller' }, 'r.zip', { isStored: true }).arrayBuffer(),
    );
    const changed = whole.slice();
    changed[36] = 0x42;
    const [file] = await openZip(new File([changed], 'r.zip'), wants);
    await expect(file?.read()).rejects.toThrow('a.csv is damaged');
    for (const length of [10, 40, whole.length - 1])
      await expect(openZip(new File([whole.slice(0, length)], 'r.zip'), wants)).rejects.toThrow('is damaged');
  });
});
