import type { Output } from '../../../../contract/index.ts';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import {
  paperLabel,
  papersOfSitting,
  TIMEZONES,
  type Timezone,
  type WhichPapers,
} from '../../../../domain/papers.ts';
import { type CountedPaper, countedKeys, type Progress, tally } from '../../../../domain/progress.ts';
import { averageScore } from '../../../../domain/scores.ts';
import { type Sitting, sittingsInRange } from '../../../../domain/years.ts';
import type { Cell } from '../../format/csv.ts';
import type { ChosenPapers } from './papers-range.ts';
import { shownName } from './shown-name.ts';

export type GridStudent = Output<'GET /teachers/grid'>['students'][number];
/** `notSet`: why its paper does not count, where only those that were set do. */
export type Column = PaperId & { key: string; notSet: string | undefined };
export type ColumnGroup = Sitting & { columns: Column[] };
export type Row = {
  id: number;
  name: string;
  email: string;
  progress: Progress;
  lastActivity: string | null;
  /** The papers that are done; null for one without a score. */
  completion: Readonly<Record<string, number | null>>;
};

export const ORDERS = ['name', 'progress', 'activity'] as const;
export type Order = (typeof ORDERS)[number];

/**
 * The chosen papers, newest first: the subject's variants as they are by default or as they were set, of those that
 * somebody sits, and any other that one of the students has done, so that nothing done is out of sight.
 */
export function columnGroups(
  subjectId: string,
  { range, which }: ChosenPapers,
  students: readonly GridStudent[],
): ColumnGroup[] {
  const done = new Set(students.flatMap(({ completion }) => Object.keys(completion)));
  const isSat = (zone: Timezone | null) =>
    zone === null || students.length === 0 || students.some(({ sits }) => sits === 'both' || sits === zone);
  const groups = sittingsInRange(range).map(({ year, session }) => ({
    year,
    session,
    columns: papersOfSitting({ subjectId, year, session }, { which }).flatMap(({ paper, zones, notSet }) =>
      [null, ...TIMEZONES]
        .map((timezone) => ({ subjectId, year, session, paper, timezone }))
        .map((paperId) => ({ ...paperId, key: completionKey(paperId), notSet }))
        .filter(({ timezone, key }) => (zones.includes(timezone) && isSat(timezone)) || done.has(key)),
    ),
  }));
  return groups.filter(({ columns }) => columns.length > 0);
}

/** Counted by each student's own variants, over the chosen papers. */
export function gridRows(
  subjectId: string,
  { range, which }: ChosenPapers,
  students: readonly GridStudent[],
): Row[] {
  // Most students of a class count the same papers: which they are is worked out once.
  const known = new Map<string, CountedPaper<string>[]>();
  const papersFor = ({ timezones, sits }: GridStudent) => {
    const settings = `${sits} ${JSON.stringify(timezones)}`;
    const papers =
      known.get(settings) ??
      countedKeys({ subjectId, range, which, overrides: { [subjectId]: timezones }, sits });
    known.set(settings, papers);
    return papers;
  };
  return students.map((student) => ({
    id: student.id,
    name: shownName(student),
    email: student.email,
    lastActivity: student.last_activity,
    completion: student.completion,
    progress: tally(papersFor(student), (key) => key in student.completion),
  }));
}

const byName = (a: Row, b: Row) => a.name.localeCompare(b.name) || a.id - b.id;
const COMPARE: Record<Order, (a: Row, b: Row) => number> = {
  name: byName,
  progress: (a, b) =>
    b.progress.completed * a.progress.total - a.progress.completed * b.progress.total || byName(a, b),
  // Who has done nothing yet comes last.
  activity: (a, b) => (b.lastActivity ?? '').localeCompare(a.lastActivity ?? '') || byName(a, b),
};

/** By name from A, by progress from the most, by activity from the latest; or the other way round. */
export function sortRows(rows: readonly Row[], order: Order, reversed = false): Row[] {
  const sorted = rows.toSorted(COMPARE[order]);
  return reversed ? sorted.toReversed() : sorted;
}

/** The mean of the scores of one paper, in whole per cent; null where nobody entered one. */
export function averageOf(rows: readonly Row[], key: string): number | null {
  return averageScore(rows.flatMap(({ completion }) => completion[key] ?? []));
}

/** 'May 2024 Paper 1 TZ2'. */
export function columnName({ year, session, paper, timezone }: PaperId): string {
  return `${session} ${year} ${paperLabel(paper)}${timezone === null ? '' : ` ${timezone}`}`;
}

/** The grid as it is shown, for a spreadsheet: a score as a number, 'done' for a paper without one. */
export function gridCells(
  rows: readonly Row[],
  groups: readonly ColumnGroup[],
  which: WhichPapers,
): Cell[][] {
  const columns = groups.flatMap((group) => group.columns);
  // The same day as on the screen, as every spreadsheet knows it.
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });
  return [
    [
      'Name',
      'Email',
      'Completed',
      which === 'set' ? 'Total (only papers that were set)' : 'Total',
      'Last activity',
      ...columns.map((column) => `${columnName(column)}${column.notSet === undefined ? '' : ' (not set)'}`),
    ],
    ...rows.map(({ name, email, progress, lastActivity, completion }) => [
      name,
      email,
      progress.completed,
      progress.total,
      lastActivity && day.format(new Date(lastActivity)),
      ...columns.map(({ key }) => (key in completion ? (completion[key] ?? 'done') : null)),
    ]),
    ['Average', null, null, null, null, ...columns.map(({ key }) => averageOf(rows, key))],
  ];
}
