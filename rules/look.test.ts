import { expect, test } from 'vitest';
import { listFiles, read } from './sources.ts';

test('a raw colour stands in the tokens only', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\(/i;
  const wrong = listFiles()
    .filter((path) => /^web\/.*\.(css|tsx|ts|html)$/.test(path))
    .filter((path) => !/tokens\.css$|\.test\.ts$|^web\/build\//.test(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
        // A fragment of an address is no colour.
        .filter(({ line }) => colour.test(line.replace(/(href|url)[=(]["'(]?[^"')\s]*/g, '')))
        .map(({ place, line }) => `${place} ${line.trim()}`),
    );
  expect(wrong).toEqual([]);
});
