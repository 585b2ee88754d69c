import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const fileOf = (...bytes: (number[] | string)[]) =>
  new File(
    bytes.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))),
    'class.csv',
  );

it.each([
  ['UTF-8', fileOf('Zoë;zoe@school.edu')],
  ['UTF-8 with a mark', fileOf([0xef, 0xbb, 0xbf], 'Zoë;zoe@school.edu')],
  ['old Windows letters', fileOf('Zo', [0xeb], ';zoe@school.edu')],
  [
    'UTF-16',
    fileOf(
      [0xff, 0xfe],
      Array.from('Zoë;zoe@school.edu').flatMap((letter) => [letter.charCodeAt(0), 0]),
    ),
  ],
])('reads %s', async (_, file) => {
  expect(await readTextFile(file, 'a list')).toBe('Zoë;zoe@school.edu');
});

it('refuses a picture', async () => {
  await expect(readTextFile(fileOf([0x89], 'PNG', [13, 10, 0, 0]), 'a list')).rejects.toThrow(
    'class.csv is not a text file.',
  );
});

it('refuses a spreadsheet and what is too large', async () => {
  await expect(readTextFile(fileOf('PK', [3, 4]), 'a list')).rejects.toThrow(/Save it as CSV/);
  await expect(readTextFile(fileOf('x'.repeat(2_000_001)), 'a list')).rejects.toThrow(
    'class.csv is too large to be a list.',
  );
});
