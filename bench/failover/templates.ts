import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../product.ts';

/** The files of deploy/cluster, which are run as they are, with the values of this machine for their `${NAME}`s. */

export type Values = Readonly<Record<string, string>>;

export const fillText = (text: string, values: Values): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for \${${name}}.`);
    return value;
  });

export const filled = (file: string, values: Values): string =>
  fillText(readFileSync(join(PROJECT, 'deploy', 'cluster', file), 'utf8'), values);

/** The settings of a file with one NAME=value a line. */
export const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
