import { expect, test } from 'vitest';
import { listFiles, read } from './sources.ts';

/** What somebody needs who takes up a version: its number, its changes, its licence. */

interface Package {
  version: string;
  license: string;
}
const project = JSON.parse(read('package.json')) as Package;

/** Newest first. */
const versions = [
  ...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+) \(.+\)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm),
].map(([, number = '', text = '']) => ({ number, text }));

const schemaOf = (text: string) => /^Schema (\d{4}) to (\d{4})/m.exec(text)?.slice(1).map(Number) ?? [];

test('the version is the newest of the changes, also in the lock file', () => {
  expect(versions.length).toBeGreaterThan(2);
  expect(project.version).toBe(versions[0]?.number);
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: Record<string, Package>;
  };
  expect([lock.version, lock.packages['']?.version]).toEqual([project.version, project.version]);
});

test('every migration belongs to a version, and every version after the first says how to upgrade', () => {
  const numbers = listFiles()
    .map((path) => /^server\/db\/migrations\/(\d{4})_/.exec(path)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);
  const ranges = versions.map(({ text }) => schemaOf(text)).toReversed();
  const covered = ranges.flatMap(([from = 0, to = -1]) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n),
  );
  expect(covered).toEqual(numbers.toSorted((a, b) => a - b));
  const silent = versions.slice(0, -1).filter(({ text }) => !/^\*\*Upgrading\*\*: /m.test(text));
  expect(silent).toEqual([]);
});

test('the licence is the one that package.json names, and that other licences are compared with', () => {
  expect(project.license).toBe('MIT');
  expect(read('LICENSE')).toMatch(/^MIT License\n/);
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
  expect(lock.packages['']?.license).toBe(project.license);
});
