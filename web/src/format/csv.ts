import { saveFile } from '../device/save-file.ts';

/** What stands in one cell of a table that leaves the app; null is an empty cell. */
export type Cell = string | number | null;

/** A spreadsheet would run these as a formula; also behind blanks and in the wide forms. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** Text that a spreadsheet takes as text. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

function cellText(cell: Cell): string {
  if (cell === null) return '';
  // Numbers stay numbers: only what people have written can be a formula.
  if (typeof cell === 'number') return String(cell);
  const safe = defused(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180, with the mark by which a spreadsheet knows UTF-8. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  saveFile(name, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
}
