import { setTimeout as delay } from 'node:timers/promises';
import { print } from '../bench/figures.ts';

/** What a proof says line by line. The first that does not hold ends it. */

export const check = (isSo: boolean, words: string): void => {
  if (!isSo) throw new Error(`It does not hold: ${words}.`);
  print(`${words}: yes`);
};

/** Within half a minute. */
export const eventually = async (isSo: () => Promise<boolean>, words: string): Promise<void> => {
  for (let left = 300; left > 0 && !(await isSo()); left -= 1) await delay(100);
  check(await isSo(), words);
};
