import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { exists, importsOf, isTest, listSources, read } from './sources.ts';

/** What comes from others: that it is named, that it is what it was, and under which terms. */

interface Lock {
  packages: Record<string, { integrity?: string; hasInstallScript?: boolean; license?: string }>;
}
const lock = JSON.parse(read('package-lock.json')) as Lock;
const own = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;
const document = read('docs/dependencies.md');
const packagesIn = (title: string): string[] => {
  const part = document.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
  return [...part.matchAll(/^\| `([^`]+)`\s+\| \S/gm)].map(([, name = '']) => name).toSorted();
};
const names = (group: keyof typeof own) => Object.keys(own[group]).toSorted();

test('every direct dependency has its line, in its place, and the numbers are right', () => {
  expect(packagesIn('In the server')).toEqual(names('dependencies'));
  expect([...packagesIn('In the browser'), ...packagesIn('For building')].toSorted()).toEqual(
    names('devDependencies'),
  );
  for (const name of names('optionalDependencies')) expect(document).toContain(`\`${name}\``);
  const said =
    /(\d+) run in the server, (\d+) in the browser, (\d+) are for building and testing; and of (\d+)/;
  expect(said.exec(document.replaceAll('\n', ' '))?.slice(1).map(Number)).toEqual([
    names('dependencies').length,
    packagesIn('In the browser').length,
    packagesIn('For building').length,
    names('optionalDependencies').length,
  ]);
});

test('what the browser gets is what the screens import', () => {
  const imported = listSources('web/src')
    .filter((path) => !isTest(path) && !path.endsWith('/testing.ts'))
    .flatMap((path) => importsOf(path).filter(({ isOurs }) => !isOurs))
    .map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  expect([...new Set(imported)].toSorted()).toEqual(packagesIn('In the browser'));
});

test('the lock file has the hash of every package', () => {
  const without = Object.entries(lock.packages)
    .filter(([path, { integrity }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    .map(([path]) => path);
  expect(without).toEqual([]);
});

test('no install script is needed, and none is run', () => {
  const scripted = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace('node_modules/', ''));
  expect(scripted).toEqual(names('optionalDependencies'));
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});

test('every licence is one of those that we accept, and the list of them is true', () => {
  expect(execFileSync(process.execPath, ['scripts/licences.mjs', '--check'], { encoding: 'utf8' })).toBe('');
});

test('what is installed says the same about its licence as the lock file', () => {
  const installed = Object.entries(lock.packages).filter(
    ([path]) => path !== '' && exists(`${path}/package.json`),
  );
  expect(installed.length).toBeGreaterThan(100);
  const differ = installed.filter(([path, { license }]) => {
    const found = JSON.parse(read(`${path}/package.json`)) as { license?: string };
    return found.license !== license;
  });
  expect(differ.map(([path]) => path)).toEqual([]);
});
