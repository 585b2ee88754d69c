import { expect, it } from 'vitest';
import { openFiles } from './open-files.ts';

const open = (text: string) => {
  const file = new File([text], 'class.csv');
  return openFiles(file, [file]);
};

it.each(['', ' \r\n', '\uFEFF', 'username,email,role\r\n'])(
  'says that a file of %j is empty',
  async (text) => {
    await expect(open(text)).rejects.toThrow('class.csv is empty.');
  },
);

it('leaves to the reader what can be corrected', async () => {
  const text = 'username\r\n"mia';
  expect(await open(text)).toEqual({ text, source: 'class.csv' });
});
