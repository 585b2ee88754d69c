import { normaliseEmail } from '../../../../domain/accounts.ts';
import { GROUP_NAME_MAX, groupNamesIn } from '../../../../domain/groups.ts';
import { NAME_MAX } from '../../../../domain/school.ts';

export type Entry = {
  email: string;
  name: string | null;
  /** The names of groups, where the list has such a column: '12B; 12 Physics'. */
  group?: string;
  /** How often it was there, if more than once. */
  times?: number;
};

/** Commas, semicolons and new lines part entries, but not inside quotes: `"Okafor, Chloe" <chloe@school.edu>`. */
const PIECES = /(?:"[^"]*"|[^",;\r\n])+/g;
const NAMED = /^(.*?)<([^<>\s]+)>$/s;

/**
 * The students in what was typed or pasted: columns of a spreadsheet, a list, or the line of recipients of a mail. Each
 * once, in order. What is no address stays in, so that it is answered too.
 */
export function splitAddresses(text: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const entry of readColumns(text) ?? readList(text)) {
    const key = normaliseEmail(entry.email) || entry.name;
    const before = key && entries.get(key);
    if (before) {
      before.times = (before.times ?? 1) + 1;
      const group = groupNamesIn(`${before.group ?? ''};${entry.group ?? ''}`).join('; ');
      if (group) before.group = group;
    } else if (key) entries.set(key, entry);
  }
  return [...entries.values()];
}

function readList(text: string): Entry[] {
  return (text.match(PIECES) ?? []).flatMap((piece) => readPiece(piece.trim()));
}

function readPiece(piece: string): Entry[] {
  const named = NAMED.exec(piece);
  if (named) return [{ email: named[2] ?? '', name: nameFrom(named[1] ?? '') }];
  const words = piece.split(/\s+/).filter((word) => word !== '');
  return words.map((email) => ({ email, name: null }));
}

/** A line of cells for each student, as a spreadsheet copies them; undefined for any other text. */
function readColumns(text: string): Entry[] | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const hasTabs = text.includes('\t');
  const separator = hasTabs ? /\t/ : [/;/, /,/].find((mark) => lines.every((line) => mark.test(line)));
  // On one line, or with several addresses on a line, commas part addresses and not the cells of a row.
  const isTable = hasTabs
    ? lines.length > 1 || isOneAddress(text)
    : lines.length > 1 && lines.slice(1).every((line) => isOneAddress(line) && !line.includes('<'));
  if (!separator || !isTable) return undefined;
  const [first = [], ...rest] = lines.map((line) => line.split(separator).map(unquoted));
  const isHead = !first.some(isAddress) && rest.some((cells) => cells.some(isAddress));
  const named = isHead ? first.flatMap((cell, index) => (/name|nom/i.test(cell) ? index : [])) : [];
  const rows = isHead ? rest : [first, ...rest];
  const grouped = isHead ? first.findIndex((cell) => GROUP_HEAD.test(cell)) : groupColumn(rows);
  // Where the addresses stand: what is there in a row without one is a wrong address, not a name.
  const column = rows.find((cells) => cells.some(isAddress))?.findIndex(isAddress) ?? -1;
  return rows.map((cells) => {
    const email = cells.find(isAddress) ?? cells[column] ?? '';
    const words =
      named.length > 0
        ? named.map((index) => cells[index] ?? '')
        : // Groups and numbers of students have digits, names have none; given name and family name at most.
          cells
            .filter(
              (cell, index) =>
                index !== grouped && cell !== '' && cell !== email && !isAddress(cell) && !/\d/.test(cell),
            )
            .slice(0, 2);
    const group = groupNamesIn(cells[grouped] ?? '')
      .map((name) => name.slice(0, GROUP_NAME_MAX))
      .join('; ');
    return { email, name: nameFrom(words.join(' ')), ...(group && { group }) };
  });
}

const GROUP_HEAD = /^(groups?|gruppen?|groupes?|grupos?|grupp[oi]|groep(en)?)$/i;
/** '12B' or '11 Physics', and not the number of a student. */
const looksLikeGroup = (cell: string) => /\p{L}/u.test(cell) && /\d/.test(cell) && !/\d{4}/.test(cell);

/**
 * Without a head, the third column or a later one may name groups: the last, after the address. Its cells look like
 * names of groups, or are the same for many.
 */
function groupColumn(rows: readonly string[][]): number {
  const last = Math.max(...rows.map((cells) => cells.length)) - 1;
  const address = rows.find((cells) => cells.some(isAddress))?.findIndex(isAddress) ?? -1;
  if (last < 2 || address < 0 || address >= last) return -1;
  const cells = rows.flatMap((row) => row[last] || []);
  const isRepeated = rows.length > 2 && new Set(cells).size <= rows.length / 2;
  return cells.length > 0 && (isRepeated || cells.every(looksLikeGroup)) ? last : -1;
}

const isAddress = (cell: string) => cell.includes('@');
const isOneAddress = (line: string) => line.split('@').length === 2;
const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

function nameFrom(words: string): string | null {
  const name = words.replaceAll('"', '').trim().slice(0, NAME_MAX);
  return name === '' ? null : name;
}
