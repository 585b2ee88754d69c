import { appendFileSync } from 'node:fs';
import { median, print, table } from './figures.ts';

/**
 * The lines of the one table that `npm run bench` prints. Every bench makes its lines with `line` and ends with
 * `report(lines)`: run by name it prints them; run with all the others it also hands them on, one JSON object a line,
 * in the file that BENCH_ROWS names.
 */
export interface Row {
  /** What was measured, in a few words: `tick: script, 4x slower processor`. */
  what: string;
  /** The budget in words: `at most 8 ms`; empty where there is none. */
  budget: string;
  /** The median, with its unit. */
  measured: string;
  /** The smallest and the largest of the rounds, with the unit; empty where there was one round. */
  spread: string;
  /** The median of the bare equivalent in the same run, with its unit; empty where there is none. */
  bare: string;
  /** How the two compare; empty where there is no bare equivalent. */
  ratio: string;
  /** Whether the budget is met; undefined where there is none. */
  pass?: boolean | undefined;
}

/**
 * What a budget is about: the figure itself, its ratio to the bare equivalent, how many times faster it is, or how much is
 * added to that.
 */
export interface Budget {
  atMost?: number;
  atLeast?: number;
  of?: 'figure' | 'ratio' | 'speed' | 'added';
}

const short = (value: number): string => {
  const size = Math.abs(value);
  if (size !== 0 && size < 1) return value.toFixed(3);
  return size < 10 ? value.toFixed(2) : size < 100 ? value.toFixed(1) : Math.round(value).toString();
};
const withUnit = (value: number, unit: string): string =>
  Number.isInteger(value) && Math.abs(value) < 1e6
    ? `${value}${unit && ` ${unit}`}`
    : `${short(value)}${unit && ` ${unit}`}`;

type Comparison = Exclude<Budget['of'], 'figure' | undefined>;

const markOf = (of: Budget['of'], unit: string): string => {
  const marks = {
    ratio: 'x',
    speed: 'x faster',
    added: `${unit && ` ${unit}`} more`,
    figure: unit && ` ${unit}`,
  };
  return marks[of ?? 'figure'];
};

const inWords = ({ atMost, atLeast, of = 'figure' }: Budget, unit: string): string => {
  const mark = markOf(of, unit);
  if (atMost !== undefined) return `at most ${atMost}${mark}`;
  return atLeast === undefined ? '' : `at least ${atLeast}${mark}`;
};

const COMPARE: Record<Comparison, (value: number, bare: number) => number> = {
  ratio: (value, bare) => value / bare,
  speed: (value, bare) => bare / value,
  added: (value, bare) => value - bare,
};

/** Round by round where they ran side by side: a machine that is slow for a minute is slow for both. */
const compared = (values: readonly number[], bare: readonly number[], of: Comparison): number[] =>
  values.length === bare.length
    ? values.map((value, n) => COMPARE[of](value, bare[n] ?? Number.NaN))
    : [COMPARE[of](median(values), median(bare))];

export const line = (
  what: string,
  {
    values,
    unit,
    bare,
    budget = {},
  }: {
    /** One figure of each round. */
    values: readonly number[];
    unit: string;
    /** The same of the bare equivalent, round by round. */
    bare?: readonly number[] | undefined;
    budget?: Budget;
  },
): Row => {
  const { atMost, atLeast, of = 'figure' } = budget;
  const comparison = of === 'figure' ? 'ratio' : of;
  const ratios = bare && compared(values, bare, comparison);
  const judged = of === 'figure' ? median(values) : median(ratios ?? []);
  const hasBudget = atMost !== undefined || atLeast !== undefined;
  return {
    what,
    budget: inWords(budget, unit),
    measured: withUnit(median(values), unit),
    spread:
      values.length > 1
        ? `${withUnit(Math.min(...values), '')} to ${withUnit(Math.max(...values), unit)}`
        : '',
    bare: bare ? withUnit(median(bare), unit) : '',
    ratio: ratios ? `${short(median(ratios))}${markOf(comparison, unit)}` : '',
    pass: hasBudget
      ? judged <= (atMost ?? Number.POSITIVE_INFINITY) && judged >= (atLeast ?? Number.NEGATIVE_INFINITY)
      : undefined,
  };
};

/** The lines as a table for a terminal and for a document; a column that nobody fills is left out. */
export const rowsTable = (rows: readonly Row[]): string => {
  const columns: [string, (row: Row) => string][] = [
    ['What', (row) => row.what],
    ['Budget', (row) => row.budget],
    ['Measured', (row) => row.measured],
    ['Spread', (row) => row.spread],
    ['Bare', (row) => row.bare],
    ['Ratio', (row) => row.ratio],
    ['Met', (row) => (row.pass === undefined ? '' : row.pass ? 'yes' : 'MISS')],
  ];
  const filled = columns.filter(([, cell]) => rows.some((row) => cell(row) !== ''));
  return table(
    filled.map(([head]) => head),
    rows.map((row) => filled.map(([, cell]) => cell(row))),
  );
};

/** The environment is how scripts/bench.mjs speaks to a bench. */
const { BENCH_ROWS: handOn, BENCH_QUICK: quick } = process.env;

/** Somebody is in a hurry (`npm run bench -- --quick`). */
export const isHurried = quick !== undefined;

/** So many rounds, or fewer in a hurry. */
export const rounds = (usual: number, hurried = Math.max(1, Math.ceil(usual / 3))): number =>
  isHurried ? hurried : usual;

export const report = (rows: readonly Row[]): void => {
  print(rowsTable(rows));
  if (handOn) appendFileSync(handOn, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
};
