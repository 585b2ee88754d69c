import { saveFile } from '../device/save-file.ts';

/** What stands in one cell of a table that leaves the app; null is an empty cell. */
export type Cell = string | number | null;

/**
 * A spreadsheet would run these as a formula; also behind blanks and in the wide forms. And what looks like one that is
 * defused already: otherwise it could not be told from it when it is read again.
 */
const FORMULA = /^'*(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r])/u;

/** Text that a spreadsheet takes as text. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What was there before it was defused. */
export const restored = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  // Numbers stay numbers: only what people have written can be a formula.
  if (typeof cell === 'number') return String(cell);
  const safe = defused(cell);
  return /["\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of cells with a tab between them, behind the mark of UTF-16. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join('\t')).join('\r\n')}\r\n`;
}

/**
 * UTF-16 with tabs is what Excel opens in columns whatever the country's separator is
 * (docs/decisions/036-exports-for-every-excel.md).
 */
export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  saveFile(name, new Blob([utf16(toCsv(rows))], { type: 'text/csv;charset=utf-16le' }));
}

function utf16(text: string): DataView<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(2 * at, text.charCodeAt(at), true);
  return bytes;
}
