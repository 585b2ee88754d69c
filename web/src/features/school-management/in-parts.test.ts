import { expect, test } from 'vitest';
import { asFarAsItGoes, inParts } from './in-parts.ts';

/** Sends parts until one of them holds what is refused. */
const until = (refused: number) => {
  const sent: number[][] = [];
  const send = async (part: number[]) => {
    if (part.includes(refused)) throw new Error(`${refused} is refused`);
    sent.push(part);
  };
  return { sent, send };
};

test('a long list is sent in parts, one after the other', async () => {
  const { sent, send } = until(0);
  await inParts([1, 2, 3, 4, 5], 2, send);
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
  expect(await asFarAsItGoes([6, 7], 2, send)).toBeUndefined();
});

test('what was done before a part failed can be told, and nothing after it is sent', async () => {
  const { sent, send } = until(4);
  expect(await asFarAsItGoes([1, 2, 3, 4, 5, 6], 2, send)).toEqual({
    done: 2,
    left: 4,
    cause: new Error('4 is refused'),
  });
  expect(sent).toEqual([[1, 2]]);
});

test('it throws if nothing was done', async () => {
  await expect(asFarAsItGoes([1, 2, 3], 2, until(1).send)).rejects.toThrow('1 is refused');
});
