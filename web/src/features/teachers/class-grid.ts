import type { Output } from '../../../../contract/index.ts';
import { completionKey, type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';
import {
  paperLabel,
  papersOfSitting,
  TIMEZONES,
  type Timezone,
  type WhichPapers,
} from '../../../../domain/papers.ts';
import { type Progress, progressOfMany } from '../../../../domain/progress.ts';
import { averageScore } from '../../../../domain/scores.ts';
import { shownName } from '../../../../domain/shown-name.ts';
import { type Sitting, sittingsInRange } from '../../../../domain/years.ts';
import type { Cell } from '../../format/csv.ts';
import type { ChosenPapers } from '../../papers/papers-range.ts';

export type GridStudent = Output<'GET /teachers/grid'>['students'][number];
export type Column = PaperId & {
  key: string;
  /** The records that it shows: of each student the first that is done. */
  records: readonly string[];
  /** The column of the whole paper, which may show the record of this one. */
  whole?: Column;
  /** Why its paper does not count, where only those that were set do. */
  notSet: string | undefined;
};
export type ColumnGroup = Sitting & { columns: Column[] };
export type Row = {
  id: number;
  name: string;
  email: string;
  progress: Progress;
  lastActivity: string | null;
  /** The papers that are done; null for one without a score. */
  completion: Readonly<Record<string, number | null>>;
  /** Of those that were done more than once. */
  again: GridStudent['again'];
  /** How many files of a paper the student shares. */
  files: Readonly<Record<string, number>>;
  /** The papers that are set for the student, unless they are simply done. */
  set: GridStudent['set'];
  /** The papers with words, and how many of the student's are new. */
  words: Readonly<Record<string, number>>;
};
export type SetMark = GridStudent['set'][string];

export const ORDERS = ['name', 'progress', 'activity'] as const;
export type Order = (typeof ORDERS)[number];

/**
 * The chosen papers, newest first: the subject's variants as they are by default or as they were set, of those that
 * somebody sits, and any other that one of the students has done or is to do, so that nothing of it is out of sight. `also`
 * has papers that are wanted besides.
 */
export function columnGroups(
  subjectId: string,
  { range, which }: ChosenPapers,
  students: readonly GridStudent[],
  also: Iterable<string> = [],
): ColumnGroup[] {
  const chosen = new Set(also);
  const wanted = new Set(chosen);
  for (const { completion, set } of students)
    for (const record of [completion, set]) for (const key of Object.keys(record)) wanted.add(key);
  const isSat = (zone: Timezone | null) =>
    zone === null || students.length === 0 || students.some(({ sits }) => sits === 'both' || sits === zone);
  const groups = sittingsInRange(range).map(({ year, session }) => ({
    year,
    session,
    columns: papersOfSitting({ subjectId, year, session }, { which }).flatMap(
      ({ paper, zones, strays, notSet }) => {
        const [plain, ...zoned] = [null, ...TIMEZONES].map((timezone): Column => {
          const paperId = { subjectId, year, session, paper, timezone };
          const key = completionKey(paperId);
          return { ...paperId, key, records: [key], notSet };
        });
        if (!plain) return [];
        if (zones.includes(null) && strays.length > 0) {
          // Of one version, whatever it was ticked under; what a student has ticked besides has its own column.
          const records = [plain, ...zoned].map(({ key }) => key);
          const whole = { ...plain, records };
          const isBesides = ({ key }: Column) =>
            chosen.has(key) ||
            students.some(({ completion }) => key in completion && shownRecord(whole, completion) !== key);
          return [whole, ...zoned.filter(isBesides).map((column) => ({ ...column, whole }))];
        }
        return [plain, ...zoned].filter(
          ({ timezone, key }) => (zones.includes(timezone) && isSat(timezone)) || wanted.has(key),
        );
      },
    ),
  }));
  return groups.filter(({ columns }) => columns.length > 0);
}

/**
 * What can be set: the papers of the grid, but of one that is known to have had a single version that one alone, so that
 * nobody is asked for what never existed. A paper that was never set says so; where only those that were set are looked
 * at, it is left out unless it is among those chosen.
 */
export function offeredPapers(
  subjectId: string,
  { range, which }: ChosenPapers,
  students: readonly GridStudent[],
  chosen: readonly string[],
): ColumnGroup[] {
  const neverSet = sittingsInRange(range).flatMap((sitting) =>
    papersOfSitting({ subjectId, ...sitting }, { which: 'set' }).flatMap(({ paper, notSet }) =>
      notSet === undefined ? [] : completionKey({ subjectId, ...sitting, paper, timezone: null }),
    ),
  );
  const wanted = new Set(which === 'all' ? [...chosen, ...neverSet] : chosen);
  const asSet = columnGroups(subjectId, { range, which: 'set' }, students, wanted)
    .map((group) => ({
      ...group,
      columns: group.columns.filter(
        ({ key, notSet, whole }) => (notSet === undefined && !whole) || wanted.has(key),
      ),
    }))
    .filter(({ columns }) => columns.length > 0);
  if (which === 'set') return asSet;
  const known = new Map<string, Column[]>();
  for (const column of asSet.flatMap(({ columns }) => columns)) {
    const own = known.get(wholePaper(column));
    if (own) own.push(column);
    else if (column.notSet !== undefined || column.records.length > 1)
      known.set(wholePaper(column), [column]);
  }
  return columnGroups(subjectId, { range, which }, students, chosen).map((group) => ({
    ...group,
    columns: group.columns.flatMap((column, index, all) => {
      const own = known.get(wholePaper(column));
      if (!own) return column;
      return all[index - 1]?.paper === column.paper ? [] : own;
    }),
  }));
}

const wholePaper = (paper: PaperId): string => completionKey({ ...paper, timezone: null });

function shownRecord({ records, whole }: Column, completion: Row['completion']): string | undefined {
  const elsewhere = whole && shownRecord(whole, completion);
  return records.find((key) => key in completion && key !== elsewhere);
}

/** A score, null for one that is done without, undefined for one that is not. */
export function shownScore(column: Column, completion: Row['completion']): number | null | undefined {
  const key = shownRecord(column, completion);
  return key === undefined ? undefined : (completion[key] ?? null);
}

/** How often it was done, if more than once. */
export function shownAgain(column: Column, { completion, again }: Row): Row['again'][string] | undefined {
  return again[shownRecord(column, completion) ?? ''];
}

/** The record of a column whose files a student shares, and how many there are. */
export function sharedFiles(column: Column, { completion, files }: Row) {
  const key = shownRecord(column, completion) ?? column.key;
  const count = files[key] ?? 0;
  const paper = count > 0 ? parseCompletionKey(key) : undefined;
  return paper && { paper, count };
}

/** What is set in a column for a student. What the column of the whole paper shows is not shown again beside it. */
export function setMark({ records, whole }: Column, { set }: Pick<Row, 'set'>): SetMark | undefined {
  const key = whole ? undefined : records.find((record) => record in set);
  return key === undefined ? undefined : set[key];
}

/** The record that words in a column are about, and how many of them are new; undefined where there are none. */
export function wordsIn(column: Column, { completion, words }: Pick<Row, 'completion' | 'words'>) {
  const shown = shownRecord(column, completion) ?? column.key;
  const key = shown in words ? shown : column.records.find((record) => record in words);
  return { key: key ?? shown, unread: key === undefined ? undefined : words[key] };
}

/** Counted by each student's own variants, over the chosen papers. */
export function gridRows(
  subjectId: string,
  { range, which }: ChosenPapers,
  students: readonly GridStudent[],
): Row[] {
  const progress = progressOfMany({ range, which });
  return students.map((student) => ({
    id: student.id,
    name: shownName(student),
    email: student.email,
    lastActivity: student.last_activity,
    completion: student.completion,
    again: student.again,
    files: student.files,
    set: student.set,
    words: student.words,
    progress: progress({
      subjectId,
      overrides: { [subjectId]: student.timezones },
      sits: student.sits,
      isDone: (key) => key in student.completion,
    }),
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
export function averageOf(rows: readonly Row[], column: Column): number | null {
  return averageScore(rows.flatMap(({ completion }) => shownScore(column, completion) ?? []));
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
      ...columns.map((column) => {
        const score = shownScore(column, completion);
        return score === undefined ? null : (score ?? 'done');
      }),
    ]),
    ['Average', null, null, null, null, ...columns.map((column) => averageOf(rows, column))],
  ];
}

/** 'class-physics_hl-12b-physics-2017-2024.csv'. */
export function gridFileName(
  subjectId: string,
  { range: { startYear, endYear }, which }: ChosenPapers,
  group: { name: string } | undefined,
): string {
  const groupWords = group?.name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const parts = ['class', subjectId, groupWords, startYear, endYear, which === 'set' && 'only-set'];
  return `${parts.filter(Boolean).join('-')}.csv`;
}
