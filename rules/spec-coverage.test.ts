import { expect, test } from 'vitest';
import { exists, read } from './sources.ts';

/** docs/spec-coverage.md: every statement of the specification has its place and its test, and both are there. */

const DOCUMENT = 'docs/spec-coverage.md';

interface Row {
  statement: string;
  where: string;
  notices: string;
}

const rows: Row[] = read(DOCUMENT)
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => {
    const [statement = '', where = '', notices = '', ...more] = line.slice(2).split(' → ');
    if (more.length > 0) throw new Error(`More than three parts: ${line}`);
    return { statement, where, notices };
  });

const pathsIn = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
const decisionsIn = (part: string) =>
  [...part.matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, path]) => `docs/${path}`);

test('every section of the specification that can be built is there', () => {
  const titles = [...read(DOCUMENT).matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
  expect(titles).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rows.length).toBeGreaterThan(400);
});

test('every statement has a place, and a test or a decision', () => {
  const wrong = rows.filter(
    ({ statement, where, notices }) =>
      statement === '' ||
      pathsIn(where).length === 0 ||
      pathsIn(notices).length + decisionsIn(notices).length === 0,
  );
  expect(wrong).toEqual([]);
});

test('the places, tests and decisions exist', () => {
  const isTest = (path: string) => /\.(test|spec)\.ts$/.test(path);
  const wrong = rows.flatMap(({ statement, where, notices }) =>
    [
      ...[...pathsIn(where), ...decisionsIn(notices)].filter((path) => !exists(path)),
      ...pathsIn(notices).filter((path) => !isTest(path) || !exists(path)),
    ].map((path) => `${statement}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('the words of the specification stand in the places, to the letter', () => {
  const literally = (text: string) => text.replace(/[.*+?^$()|[\]\\/]/g, '\\$&');
  const wrong = rows.flatMap(({ statement, where }) => {
    // A line may break anywhere between two words.
    const source = pathsIn(where)
      .filter(exists)
      .map((path) => read(path).replace(/\s+/g, ' '))
      .join(' ');
    return [...statement.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)]
      .map(([, words = '']) => words)
      .filter(
        (words) =>
          !new RegExp(
            words
              .split(/\{[^}]+\}/)
              .map(literally)
              .join('.{1,60}?'),
          ).test(source),
      )
      .map((words) => `${words}: ${where}`);
  });
  expect(wrong).toEqual([]);
});
