import { IMPORT_FIELDS } from '../../../../../domain/school.ts';
import { parseTable, UnreadableText } from './parse-table.ts';

/** One user to be made, as somebody wrote it: whether it fits is for the server to say. */
export type ImportRow = { username: string; email: string; role: string };

export type ParsedImport = {
  rows: ImportRow[];
  /** What was understood of the list and the reader may want to know. */
  notes: string[];
};

type FieldName = (typeof IMPORT_FIELDS)[number];

/** JSON as in the example, or a table: CSV, or cells pasted from a spreadsheet. */
export function parseImport(text: string): ParsedImport {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') return { rows: [], notes: [] };
  return /^[[{]/.test(plain) ? readJson(plain) : readTable(plain);
}

function readJson(text: string): ParsedImport {
  const list = parsed(text);
  if (!Array.isArray(list)) throw new UnreadableText('The list must begin with [ and end with ].');
  const unused = new Set<string>();
  const rows = list.map((item: unknown, index) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item))
      throw new UnreadableText(`Entry ${index + 1} is not in the form { "username", "email", "role" }.`);
    for (const name of Object.keys(item))
      if (!IMPORT_FIELDS.some((field) => field === name)) unused.add(name);
    return rowOf((field) => textOf((item as Record<string, unknown>)[field]));
  });
  return { rows, notes: unusedNote([...unused], 'Field') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableText(error instanceof Error ? error.message : String(error));
  }
}

/** A number is taken as it is written; what else is no text is shown as it stands, and found faulty. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function rowOf(read: (field: FieldName) => string): ImportRow {
  // In a list made by people, 'Student ' is no mistake.
  return {
    username: read('username').trim(),
    email: read('email').trim(),
    role: read('role').trim().toLowerCase(),
  };
}

/** The names under which a column is known, spelled without blanks, dashes and capitals. */
const COLUMN_NAMES: Record<FieldName, string[]> = {
  username: ['username', 'user', 'login', 'loginname', 'name'],
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'address'],
  role: ['role', 'type', 'usertype'],
};
const spelled = (cell: string) => cell.toLowerCase().replace(/[^a-z]/g, '');

type Columns = Record<FieldName, number>;
const ABSENT = -1;

function readTable(text: string): ParsedImport {
  const lines = parseTable(text);
  const [first = []] = lines;
  const hasHead =
    !first.some((cell) => cell.includes('@')) &&
    first.some((cell) => IMPORT_FIELDS.some((field) => COLUMN_NAMES[field].includes(spelled(cell))));
  const body = hasHead ? lines.slice(1) : lines;
  const columns = hasHead ? columnsByName(first) : columnsByContent(body);
  if (columns.email === ABSENT)
    throw new UnreadableText('No column with email addresses was found. Name the columns in the first row.');

  const rows = body.map((cells) =>
    rowOf((field) => {
      if (columns[field] !== ABSENT) return cells[columns[field]] ?? '';
      return field === 'role' ? 'student' : (cells[columns.email] ?? '').split('@', 1).join('');
    }),
  );
  const notes = [];
  if (columns.username === ABSENT)
    notes.push('There is no username column: the part of the email before the @ is taken.');
  if (columns.role === ABSENT) notes.push('There is no role column: everybody is imported as a student.');
  const unused = hasHead ? first.filter((name, at) => name !== '' && !isUsed(columns, at)) : [];
  return { rows, notes: [...notes, ...unusedNote(unused, 'Column')] };
}

const isUsed = (columns: Columns, at: number) => IMPORT_FIELDS.some((field) => columns[field] === at);

function columnsByName(head: readonly string[]): Columns {
  // 'Username' is meant before 'Name' where both are there.
  const names = head.map(spelled);
  const find = (field: FieldName) => {
    const known = COLUMN_NAMES[field].find((name) => names.includes(name));
    return known === undefined ? ABSENT : names.indexOf(known);
  };
  return { username: find('username'), email: find('email'), role: find('role') };
}

/** Without a head the addresses and the roles show which column they are; the first of the others is the name. */
function columnsByContent(lines: readonly (readonly string[])[]): Columns {
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const all = Array.from({ length: width }, (_, at) => at);
  const share = (at: number, test: (cell: string) => boolean) =>
    lines.filter((cells) => test(cells[at] ?? '')).length / lines.length;
  const most = (columns: number[], test: (cell: string) => boolean) => {
    const best = columns.toSorted((a, b) => share(b, test) - share(a, test))[0];
    return best !== undefined && share(best, test) >= 0.5 ? best : ABSENT;
  };
  const email = most(all, (cell) => cell.includes('@'));
  const role = most(
    all.filter((at) => at !== email),
    (cell) => /^(student|teacher)$/i.test(cell),
  );
  const rest = all.filter((at) => at !== email && at !== role);
  // Three columns where no role is known: it is misspelled, and the server says so.
  const [username = ABSENT, third = ABSENT] = rest;
  return { username, email, role: role === ABSENT && width === IMPORT_FIELDS.length ? third : role };
}

function unusedNote(names: readonly string[], word: string): string[] {
  if (names.length === 0) return [];
  return [`${word}${names.length === 1 ? '' : 's'} not used: ${names.join(', ')}.`];
}
