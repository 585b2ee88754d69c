import { parseTable, type TableLine, UnreadableText } from '../../../format/parse-table.ts';
import { MOST_BYTES, openZip } from '../../../format/unzip.ts';

/**
 * The files of a roster that are read. Others are not opened: what a school's system says of somebody's birth, sex or
 * parents never reaches this page.
 */
const ROSTER_FILES = ['manifest', 'orgs', 'users', 'roles', 'courses', 'classes', 'enrollments'] as const;
export type RosterFile = (typeof ROSTER_FILES)[number];

/** A file of a roster as a table, with its head. */
export type RosterTable = {
  name: string;
  columns: readonly string[];
  lines: readonly { row: number; cell: (column: string) => string }[];
};
export type RosterTables = Partial<Record<RosterFile, RosterTable>>;

const MOST_ROWS = 20_000;
/** A student is in many classes. */
const MOST_ENROLMENTS = 40_000;

const fileNamed = (name: string) => ROSTER_FILES.find((file) => `${file}.csv` === name.toLowerCase());

const isZip = (file: File) => /\.zip$/i.test(file.name) || /zip/.test(file.type);
/** Whether files are a roster, and not one list of users. */
export const isRoster = (files: readonly File[]): boolean => files.length > 1 || files.some(isZip);

/** Opens a zip, or its files chosen together. Throws a sentence where it cannot be read. */
export async function readRosterFiles(files: readonly File[]): Promise<RosterTables> {
  const tables: RosterTables = {};
  for (const { name, read } of await openFiles(files)) {
    const file = fileNamed(name);
    if (file) tables[file] = tableIn(file, decoded(name, await read()));
  }
  return tables;
}

async function openFiles(files: readonly File[]) {
  const [first] = files;
  if (first && files.length === 1 && isZip(first))
    return openZip(first, (name) => fileNamed(name) !== undefined);
  if (files.some(isZip)) throw new UnreadableText('Choose one zip, or the CSV files of one roster.');
  const wanted = files.filter(({ name }) => fileNamed(name) !== undefined);
  if (wanted.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw new UnreadableText('The files are too large: together they have more than 50 MB.');
  return wanted.map((file) => ({
    name: file.name,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  }));
}

/** A roster is UTF-8 by its standard. Guessing would turn somebody's name into another. */
function decoded(name: string, bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide || bytes.subarray(0, 100).includes(0))
    throw new UnreadableText(`${name} is written in UTF-16. Save it as UTF-8.`);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)
    throw new UnreadableText(`${name} is a zip or a spreadsheet, and no CSV.`);
  try {
    // The mark of UTF-8 at the beginning, where there is one, is not part of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableText(`${name} is not written in UTF-8. Save it as UTF-8.`);
  }
}

function tableIn(file: RosterFile, text: string): RosterTable {
  const name = `${file}.csv`;
  const [head, ...lines] = linesOf(name, text);
  const most = file === 'enrollments' ? MOST_ENROLMENTS : MOST_ROWS;
  if (lines.length > most)
    throw new UnreadableText(`${name} has more than ${most.toLocaleString('en-US')} rows.`);
  const columns = (head?.cells ?? []).map((cell) => cell.toLowerCase());
  return {
    name,
    columns,
    lines: lines.map(({ row, cells }) => ({
      row,
      cell: (column) => cells[columns.indexOf(column.toLowerCase())] ?? '',
    })),
  };
}

function linesOf(name: string, text: string): TableLine[] {
  try {
    return parseTable(text);
  } catch (error) {
    throw error instanceof UnreadableText ? new UnreadableText(`${name}: ${error.message}`) : error;
  }
}
