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
  .filter((line) => line.startsWith('| ') && !/^\| (The specification|-{3,}) /.test(line))
  .map((line) => {
    const [statement = '', where = '', notices = '', ...more] = line
      .slice(2, -2)
      // A bar within a cell is written with a backslash before it.
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    if (more.length > 0) throw new Error(`More than three cells: ${line}`);
    return { statement, where, notices };
  });

/** `path` “title”, as tests are named in the last column. */
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }));
const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
const decisionsIn = (cell: string) => [...cell.matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, path]) => path);

/** Written out as a whole, in any of the three kinds of quotation marks. */
const isWritten = (source: string, title: string) =>
  ["'", '"', '`'].some((mark) => source.includes(`${mark}${title}${mark}`));

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
      testsIn(notices).length + decisionsIn(notices).length === 0,
  );
  expect(wrong).toEqual([]);
});

test('the places exist', () => {
  const wrong = rows.flatMap(({ statement, where }) =>
    pathsIn(where)
      .filter((path) => !exists(path))
      .map((path) => `${statement}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('the tests exist, under these titles', () => {
  const wrong = rows.flatMap(({ statement, notices }) =>
    testsIn(notices)
      .filter(({ path, title }) => {
        if (!/\.(test|spec)\.ts$/.test(path) || !exists(path)) return true;
        const source = read(path);
        return !title.split(' › ').every((part) => isWritten(source, part));
      })
      .map(({ path, title }) => `${statement}: ${path} “${title}”`),
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
