import { describe, expect, it } from 'vitest';
import {
  chosenIn,
  isLit,
  litPapers,
  NOTHING,
  type Selection,
  selectionWords,
  toggleCell,
  togglePaper,
  toggleStudent,
} from './selection.ts';

const PAPERS = ['p1', 'p2', 'p3'];
const STUDENTS = [1, 2, 3];
/** Which crossings are lit, as 'p1 of 2'. */
const lit = (selection: Selection) =>
  STUDENTS.flatMap((id) =>
    PAPERS.filter((key) => isLit(litPapers(selection, id), key)).map((key) => `${key} of ${id}`),
  );

describe('what is chosen in the grid', () => {
  it('is nothing at first', () => expect(lit(NOTHING)).toEqual([]));

  it('is, of a paper alone, all students; of a student alone, all papers', () => {
    expect(lit(togglePaper(NOTHING, 'p2'))).toEqual(['p2 of 1', 'p2 of 2', 'p2 of 3']);
    expect(lit(toggleStudent(NOTHING, 2))).toEqual(['p1 of 2', 'p2 of 2', 'p3 of 2']);
  });

  it('is papers times students', () => {
    const one = toggleCell(NOTHING, 'p1', 1);
    expect(lit(one)).toEqual(['p1 of 1']);
    const two = toggleCell(one, 'p3', 2);
    expect(lit(two)).toEqual(['p1 of 1', 'p3 of 1', 'p1 of 2', 'p3 of 2']);
    expect(lit(togglePaper(two, 'p1'))).toEqual(['p3 of 1', 'p3 of 2']);
  });

  it.each([
    ['the student, of several', { papers: ['p1'], students: [1, 2] }, { papers: ['p1'], students: [1] }],
    [
      'the paper, of the only student',
      { papers: ['p1', 'p2'], students: [2] },
      { papers: ['p2'], students: [2] },
    ],
    ['both, if they are all', { papers: ['p1'], students: [2] }, { papers: [], students: [] }],
  ])('a cell pressed again takes back %s', (_, before, after) => {
    const asSets = ({ papers, students }: { papers: string[]; students: number[] }) => ({
      papers: new Set(papers),
      students: new Set(students),
    });
    expect(toggleCell(asSets(before), 'p1', 2)).toEqual(asSets(after));
  });

  it('leaves the rows that it does not concern as they were', () => {
    const before = toggleCell(NOTHING, 'p1', 1);
    const after = toggleStudent(before, 2);
    expect(litPapers(after, 1)).toBe(litPapers(before, 1));
    expect(litPapers(after, 3)).toBeUndefined();
  });

  it('holds those out of sight, but all means those in sight', () => {
    const columns = PAPERS.map((key) => ({ key }));
    const rows = STUDENTS.map((id) => ({ id }));
    const shown = { rows: rows.slice(0, 2) };
    expect(chosenIn(togglePaper(NOTHING, 'p1'), { columns, rows }, shown).rows).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(chosenIn(toggleStudent(NOTHING, 3), { columns, rows }, shown)).toEqual({
      columns,
      rows: [{ id: 3 }],
    });
  });
});

it('is said in words', () => {
  expect(selectionWords({ papers: 2, students: 24, hidden: 0, done: 5 })).toBe(
    '2 papers x 24 students, 5 done already',
  );
  expect(selectionWords({ papers: 1, students: 1, hidden: 1, done: 0 })).toBe(
    '1 paper x 1 student, 1 not shown',
  );
});
