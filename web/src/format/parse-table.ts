/** The text could not be read; the message says where and why. */
export class UnreadableText extends Error {}

/** What a spreadsheet puts between cells when it copies (a tab) or saves: a semicolon where the comma is for decimals. */
const SEPARATORS = ['\t', ';', ','] as const;

/** A line of a table, with the number that it has in the file: the spreadsheet shows the same. */
export type TableLine = { row: number; cells: string[] };

/** The cells of a table written as text, without the lines that are empty; these are counted. */
export function parseTable(text: string): TableLine[] {
  const { separator, start } = separatorOf(text);
  return readCells(text, start, separator)
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Excel's own first line, which says what separates the cells. No spreadsheet shows it, so it is not counted. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[^\S\t\r\n]*(?:\r\n|\r|\n|$)/i;

/** The one that stands outside quotes in the first line; a tab before the others, for a name may have a comma. */
function separatorOf(text: string): { separator: string; start: number } {
  const said = SEPARATOR_LINE.exec(text);
  if (said) return { separator: said[1] ?? ',', start: said[0].length };
  const [line = ''] = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return { separator: SEPARATORS.find((separator) => line.includes(separator)) ?? ',', start: 0 };
}

/** RFC 4180: a cell in quotes may hold separators, new lines, and a quote written twice. */
function readCells(text: string, start: number, separator: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = start;
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : plainCell(text, at, separator);
    cells.push(cell);
    at = end;
    if (text[at] !== separator) {
      lines.push(cells);
      cells = [];
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    }
    at += 1;
  }
  return lines;
}

function plainCell(text: string, start: number, separator: string) {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, separator: string) {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else {
      // What follows the closing quote belongs to the cell as it is.
      const { cell: rest, end } = plainCell(text, at + 1, separator);
      return { cell: cell + rest, end };
    }
  }
  const line = text.slice(0, start).split('\n').length;
  throw new UnreadableText(`A quotation mark in line ${line} is not closed.`);
}
