/** Days as spreadsheets write them. A sheet that was opened and saved has its country's dates in place of ours. */

/** Which comes first in a day with slashes, as far as the column tells. */
export type DayOrder = 'day first' | 'month first' | 'unknown';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/;

/** A column is of one kind: 25/12/2025 anywhere in it says what 03/11/2026 means. */
export function dayOrderOf(column: readonly string[]): DayOrder {
  let [isDayFirst, isMonthFirst] = [false, false];
  for (const text of column) {
    const [, first, separator, second] = YEAR_LAST.exec(text) ?? [];
    if (separator !== '/') continue;
    isDayFirst ||= Number(first) > 12;
    isMonthFirst ||= Number(second) > 12;
  }
  if (isDayFirst === isMonthFirst) return 'unknown';
  return isDayFirst ? 'day first' : 'month first';
}

/** '2026-11-03'; undefined for what is no day. */
export function readDay(text: string, order: DayOrder): { day: string } | 'ambiguous' | undefined {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return existing(year, month, day);
  const [, first, separator, second, lastYear] = YEAR_LAST.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // Where the month comes first, it is written with slashes.
  if (separator !== '/' || order === 'day first') return existing(lastYear, second, first);
  if (order === 'month first') return existing(lastYear, first, second);
  if (first === second) return existing(lastYear, second, first);
  const [dayFirst, monthFirst] = [existing(lastYear, second, first), existing(lastYear, first, second)];
  if (dayFirst !== undefined && monthFirst !== undefined) return 'ambiguous';
  return dayFirst ?? monthFirst;
}

function existing(year = '', month = '', day = ''): { day: string } | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  // 30 February would become a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written)
    ? { day: written }
    : undefined;
}
