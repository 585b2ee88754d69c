import { expect, test } from 'vitest';
import { importsOf, listFiles, listSources, read } from './sources.ts';

/** What `deploy/Dockerfile` puts into the image: the product, and nothing that only tests or developers need. */

const dockerfile = read('deploy/Dockerfile');
const ignored = read('deploy/Dockerfile.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const patternOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*')}(?:/.*)?$`,
  );

/** As Docker reads its list: the last line that fits decides. */
const isSent = (path: string): boolean => {
  const last = ignored.findLast((line) => patternOf(line.replace(/^!/, '')).test(path));
  return last === undefined || last.startsWith('!');
};
const sent = listFiles().filter(isSent);

/** What somebody runs in the image; scripts outside of it are not there. */
const PROGRAMS = [
  'server/main.ts',
  'server/operations/admin.ts',
  'server/operations/doctor.ts',
  'server/operations/backup.ts',
  'server/operations/restore.ts',
  'server/operations/rollback.ts',
  'server/operations/mail.ts',
  'server/operations/move-files.ts',
  'server/features/evidence/image-worker.ts',
  'server/operations/check-statistics.ts',
];

test('the builder gets the sources of the product', () => {
  expect(sent).toEqual(expect.arrayContaining([...PROGRAMS, 'package-lock.json', 'web/vite.config.ts']));
  expect(sent.filter((path) => /^(bench|docs|e2e|proof|rules)\//.test(path))).toEqual([]);
});

test('every module of the server in the image is there for a program that is run there', () => {
  const needed = new Set<string>();
  const follow = (path: string): void => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const { isOurs, target } of importsOf(path)) if (isOurs) follow(target);
  };
  PROGRAMS.forEach(follow);
  const compiled = listSources('domain', 'contract', 'server').filter(isSent);
  // What the web alone uses of these is built with them, and small.
  const unneeded = compiled.filter((path) => path.startsWith('server/') && !needed.has(path));
  expect(unneeded).toEqual([]);
  expect([...needed].filter((path) => !compiled.includes(path))).toEqual([]);
  expect(compiled.filter((path) => /test|bench|proof|demo/.test(path))).toEqual([]);
});

test('the image gets what was built, and nothing else of the builder', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.*)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').slice(0, -1),
  );
  expect(copied).toEqual([
    '/app/package.json',
    '/app/package-lock.json',
    '/app/node_modules',
    '/app/dist',
    '/app/server/db/migrations',
    '/app/server/db/schema.sql',
    '/app/deploy/make-bucket.mjs',
  ]);
  expect(dockerfile).toMatch(/^RUN npm prune --omit=dev/m);
});
