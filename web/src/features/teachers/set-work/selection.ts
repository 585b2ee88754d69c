import { counted } from '../../../format/counted.ts';

/**
 * What is chosen in the class grid: papers times students, as set work is. Of a kind of which none is chosen, all that are
 * shown are meant.
 */
export interface Selection {
  papers: ReadonlySet<string>;
  students: ReadonlySet<number>;
}

export const NOTHING: Selection = { papers: new Set(), students: new Set() };

export const isNothing = ({ papers, students }: Selection): boolean =>
  papers.size === 0 && students.size === 0;

function toggled<T>(set: ReadonlySet<T>, value: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

export const togglePaper = (selection: Selection, key: string): Selection => ({
  ...selection,
  papers: toggled(selection.papers, key),
});

export const toggleStudent = (selection: Selection, id: number): Selection => ({
  ...selection,
  students: toggled(selection.students, id),
});

/**
 * Adds the cell's paper and student. Pressed again it takes back what brought it: the student, or the paper where it is
 * one of several of the only student.
 */
export function toggleCell(selection: Selection, key: string, id: number): Selection {
  const { papers, students } = selection;
  if (!papers.has(key) || !students.has(id))
    return { papers: new Set(papers).add(key), students: new Set(students).add(id) };
  if (students.size > 1) return toggleStudent(selection, id);
  return papers.size > 1 ? togglePaper(selection, key) : NOTHING;
}

/** Which papers of a student's row are lit. The same object while nothing changes for the row. */
export type LitPapers = ReadonlySet<string> | 'all' | undefined;

export function litPapers(selection: Selection, id: number): LitPapers {
  const { papers, students } = selection;
  if (isNothing(selection) || (students.size > 0 && !students.has(id))) return undefined;
  return papers.size === 0 ? 'all' : papers;
}

export const isLit = (lit: LitPapers, key: string): boolean => lit === 'all' || (lit?.has(key) ?? false);

/** The papers and students that are meant; those that are chosen may be out of sight. */
export function chosenIn<Column extends { key: string }, Row extends { id: number }>(
  { papers, students }: Selection,
  all: { columns: readonly Column[]; rows: readonly Row[] },
  shown: { rows: readonly Row[] },
) {
  return {
    columns: papers.size === 0 ? all.columns : all.columns.filter(({ key }) => papers.has(key)),
    rows: students.size === 0 ? shown.rows : all.rows.filter(({ id }) => students.has(id)),
  };
}

type Counts = { papers: number; students: number; hidden: number; done: number };

/** '2 papers x 24 students, 5 done already'. */
export function selectionWords({ papers, students, hidden, done }: Counts): string {
  return [
    `${counted(papers, 'paper')} x ${counted(students, 'student')}`,
    hidden > 0 && `${hidden} not shown`,
    done > 0 && `${done.toLocaleString('en-US')} done already`,
  ]
    .filter(Boolean)
    .join(', ');
}
