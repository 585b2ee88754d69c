import { IMPORT_FIELDS } from '../../../../domain/school.ts';
import { counted } from '../../format/counted.ts';
import { restored } from '../../format/csv.ts';
import { parseTable, type TableLine, UnreadableText } from '../../format/parse-table.ts';
import type { ColumnChoices, FieldName } from './import-draft.ts';

/** One user to be made, as somebody wrote it: whether it fits is for the server to say. */
export type ImportRow = {
  /** Its number in the file. */
  row: number;
  username: string;
  email: string;
  role: string;
  /** The person's. */
  fullName?: string;
  /** Of a roster: the id in the school's own system. */
  sourcedId?: string;
  /** One name, or several separated by semicolons; undefined if the list has no such column. */
  group?: string;
};

/** A column of the list and what it is taken for. */
export type Column = {
  name: string;
  /** Null if it is not imported. */
  field: FieldName | null;
  /** Its name, or what stands in it, says what it holds. */
  isKnown: boolean;
  samples: string[];
};

export type ParsedImport = {
  rows: ImportRow[];
  columns: Column[];
  /** What was understood of the list and the reader may want to know. */
  notes: string[];
  /** Why there are no rows. */
  problem?: string;
};

/** Names may be missing, as in cells pasted without their head. */
type List = { names: (string | undefined)[]; lines: TableLine[] };

/** JSON as in the example, or a table: CSV, or cells pasted from a spreadsheet. */
export function parseImport(text: string, chosen: ColumnChoices = {}): ParsedImport {
  const plain = text.replace(/^\uFEFF/, '');
  const isJson = /^\s*[[{]/.test(plain);
  return toRows(isJson ? readJson(plain) : readTable(plain), chosen);
}

function readJson(text: string): List {
  const list = parsed(text);
  if (!Array.isArray(list)) throw new UnreadableText('The list must begin with [ and end with ].');
  const items = list.map((item: unknown, index) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item))
      throw new UnreadableText(`Entry ${index + 1} is not in the form { "username", "email", "role" }.`);
    return item as Record<string, unknown>;
  });
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const lines = items.map((item, index) => ({
    row: index + 1,
    cells: names.map((name) => textOf(item[name]).trim()),
  }));
  return { names, lines };
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

function readTable(text: string): List {
  // Our own exports make formulas harmless; read again, a name is what it was.
  const lines = parseTable(text).map(({ row, cells }) => ({ row, cells: cells.map(restored) }));
  const [first, ...rest] = lines;
  if (first && isHead(first, rest)) return { names: first.cells, lines: rest };
  return { names: [], lines };
}

const isAddress = (cell: string) => cell.includes('@');
const isRole = (cell: string) => /^(student|teacher)$/i.test(cell);

const isSchoolAdmin = (role: string) => /^school[ _]admin$/.test(role);

/** A line without an address above lines that have one, unless it is a user whose address was forgotten. */
function isHead({ cells }: TableLine, rest: readonly TableLine[]): boolean {
  if (cells.some(isAddress)) return false;
  if (cells.some((cell) => fieldNamed(cell) !== undefined)) return true;
  return !cells.some(isRole) && rest.some((line) => line.cells.some(isAddress));
}

/**
 * The names under which a column is known, in the languages of many schools, spelled without accents, blanks, dashes
 * and capitals. Where a list has several, the first is meant: 'Username' before 'Name'.
 */
const COLUMN_NAMES: Record<FieldName, string[]> = {
  username: `username user login loginname accountname
    benutzername benutzer nutzername anmeldename nomdutilisateur utilisateur identifiant
    nombredeusuario usuario nomeutente utente nomedeusuario nomedeutilizador utilizador
    gebruikersnaam gebruiker name nom nombre nome naam`.split(/\s+/),
  email: `email emailaddress mail mailaddress
    emailadresse mailadresse courriel adresseemail adressemail adressedemessagerie
    correoelectronico correo direcciondecorreo direcciondecorreoelectronico
    postaelettronica indirizzoemail correioeletronico enderecodeemail
    emailadres mailadres address`.split(/\s+/),
  role: 'role usertype type rolle benutzertyp typ fonction rol ruolo funcao papel tipo'.split(' '),
  given:
    'givenname firstname forename forenames vorname vornamen prenom prenoms nombredepila primernombre nomeproprio voornaam'.split(
      ' ',
    ),
  family:
    'familyname lastname surname nachname familienname nomdefamille apellido apellidos cognome sobrenome apelido achternaam'.split(
      ' ',
    ),
  name: `fullname displayname studentname vollstandigername nomcomplet nombrecompleto nomecompleto volledigenaam
    name nom nombre nome naam`.split(/\s+/),
  group: `group groups gruppe gruppen groupe groupes grupo grupos gruppo gruppi groep groepen
    class classes klasse klassen classe clase clases classi turma klas tutorgroup form formgroup homeroom`.split(
    /\s+/,
  ),
};
const spelled = (cell: string) =>
  cell
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
const fieldNamed = (name: string): FieldName | undefined =>
  IMPORT_FIELDS.find((field) => COLUMN_NAMES[field].includes(spelled(name)));

const SAMPLES = 3;

function toRows({ names, lines }: List, chosen: ColumnChoices): ParsedImport {
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const columns: Column[] = [];
  const places: number[] = [];
  for (let at = 0; at < width; at += 1) {
    const values = new Set(lines.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''));
    // A spreadsheet's empty columns are none.
    if (values.size === 0 && !names[at]) continue;
    const name = unlike(columns, names[at] || `Column ${at + 1}`);
    columns.push({ name, field: null, isKnown: false, samples: [...values].slice(0, SAMPLES) });
    places.push(at);
  }
  const assigned = assignFields(columns, {
    chosen,
    isNamed: names.length > 0,
    share: (index, test) =>
      lines.filter(({ cells }) => test(cells[places[index] ?? 0] ?? '')).length / lines.length,
  });

  const placeOf = (field: FieldName) => places[assigned.findIndex((column) => column.field === field)];
  const place = {
    username: placeOf('username'),
    email: placeOf('email'),
    role: placeOf('role'),
    given: placeOf('given'),
    family: placeOf('family'),
    name: placeOf('name'),
    group: placeOf('group'),
  };
  if (place.email === undefined && lines.length > 0) {
    const problem = 'No column with email addresses was found. Choose it under Columns.';
    return { rows: [], columns: assigned, notes: [], problem };
  }
  const all = lines.map(({ row, cells }) => {
    const read = (at = -1) => cells[at] ?? '';
    const email = read(place.email);
    const fullName = read(place.name) || `${read(place.given)} ${read(place.family)}`.trim();
    return {
      row,
      username: place.username === undefined ? email.split('@', 1).join('') : read(place.username),
      email,
      // In a list made by people, 'Student ' is no mistake.
      role: place.role === undefined ? 'student' : read(place.role).toLowerCase(),
      ...(fullName !== '' && { fullName }),
      ...(place.group !== undefined && { group: read(place.group) }),
    };
  });
  // Made by the platform admin alone, they stand in every export of a school.
  const rows = all.filter(({ role }) => !isSchoolAdmin(role));
  const admins = all.length - rows.length;
  const notes = [];
  if (admins > 0)
    notes.push(
      `${counted(admins, 'school admin is', 'school admins are')} in the list and will not be changed.`,
    );
  if (rows.length > 0 && place.username === undefined)
    notes.push('There is no username column: the part of the email before the @ is used.');
  if (rows.length > 0 && place.role === undefined)
    notes.push('There is no role column: everyone is imported as a student.');
  return { rows, columns: assigned, notes };
}

/** Two columns of one name can still be told apart. */
function unlike(columns: readonly Column[], name: string): string {
  const count = columns.filter((column) => column.name.replace(/ \(\d+\)$/, '') === name).length;
  return count === 0 ? name : `${name} (${count + 1})`;
}

type Signs = {
  chosen: ColumnChoices;
  isNamed: boolean;
  /** In how much of a column something is true of the cells. */
  share: (index: number, test: (cell: string) => boolean) => number;
};

/** What was chosen comes first, then what the names say, then what stands in the columns. */
function assignFields(given: readonly Column[], { chosen, isNamed, share }: Signs): Column[] {
  const columns = given.map((column) => ({
    ...column,
    isKnown: isNamed && fieldNamed(column.name) !== undefined,
  }));
  const chosenFor = ({ name }: Column) => chosen[name];
  const isFree = (column: Column) => column.field === null && chosenFor(column) === undefined;
  const isOpen = (field: FieldName) => columns.every((column) => column.field !== field);
  const assign = (column: Column | undefined, field: FieldName) => {
    if (!column || !isOpen(field)) return;
    column.field = field;
    // A guess about a column with a name of its own is shown, to be confirmed.
    if (!isNamed) column.isKnown = true;
  };

  for (const column of columns) {
    const choice = chosenFor(column);
    if (choice !== undefined && choice !== 'none') assign(column, choice);
  }
  if (isNamed)
    for (const field of IMPORT_FIELDS)
      for (const name of COLUMN_NAMES[field])
        assign(
          columns.find((column) => isFree(column) && spelled(column.name) === name),
          field,
        );

  const most = (test: (cell: string) => boolean) => {
    const shares = columns.map((column, index) => (isFree(column) ? share(index, test) : 0));
    const best = Math.max(...shares);
    return best >= 0.5 ? columns[shares.indexOf(best)] : undefined;
  };
  assign(most(isAddress), 'email');
  assign(most(isRole), 'role');
  if (isNamed) return columns;
  // Without a head the first of the others is the name. Three columns where no role is known: it is misspelled, and the
  // server says so. Groups are never guessed.
  assign(columns.find(isFree), 'username');
  if (columns.length === 3) assign(columns.find(isFree), 'role');
  return columns;
}
