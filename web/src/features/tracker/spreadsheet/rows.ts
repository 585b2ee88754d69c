import type { Output } from '../../../../../contract/index.ts';
import { NOTE_MAX } from '../../../../../domain/attempts.ts';
import type { PaperId } from '../../../../../domain/completion-key.ts';
import { doneOnProblem } from '../../../../../domain/days.ts';
import { PAPERS, type Paper, paperLabel, TIMEZONES, type Timezone } from '../../../../../domain/papers.ts';
import { isScore, scoreOfMarks } from '../../../../../domain/scores.ts';
import { EXTRA_SUBJECTS, SUBJECTS, subjectName } from '../../../../../domain/subjects.ts';
import { storedTextProblem } from '../../../../../domain/text.ts';
import type { Session } from '../../../../../domain/years.ts';
import { type Cell, restored } from '../../../format/csv.ts';
import { parseTable, type TableLine, UnreadableText } from '../../../format/parse-table.ts';
import { type DayOrder, dayOrderOf, readDay } from './read-day.ts';

/** The rows of a student's own spreadsheet, one for each attempt: as they are written, and as they are read. */

export type Attempt = Output<'GET /completion/spreadsheet'>['attempts'][number];

/** What each column is called, and the other names under which it is known. The first four and the date must be there. */
const NAMES = {
  subject: ['Subject', 'course'],
  year: ['Year', 'exam year'],
  session: ['Session', 'exam session', 'sitting'],
  paper: ['Paper'],
  zone: ['Zone', 'time zone', 'tz', 'variant'],
  date: ['Date', 'done on', 'day'],
  score: ['Score', 'percent', 'percentage', 'result', 'marks', 'mark'],
  note: ['Note', 'notes', 'comment', 'comments'],
};
type Field = keyof typeof NAMES;
const FIELDS = Object.keys(NAMES) as Field[];
const NEEDED: readonly Field[] = ['subject', 'year', 'session', 'paper', 'date'];
const nameOf = (field: Field) => NAMES[field][0] ?? field;

export const paperOf = ({ subject_id, year, session, paper, timezone }: Attempt): PaperId => ({
  subjectId: subject_id,
  year,
  session,
  paper,
  timezone,
});

/** With a head, for a file. Marks are written as the score they give, which spreadsheets can count with. */
export function toRows(attempts: readonly Attempt[]): Cell[][] {
  return [
    FIELDS.map(nameOf),
    // biome-ignore format: cells in the order of the columns
    ...attempts.map(({ subject_id, year, session, paper, timezone, done_on, score, note }) => [
      subjectName(subject_id), year, session, paperLabel(paper), timezone, done_on, score, note,
    ]),
  ];
}

/** A row that says which attempt it is about. What its table has no column for is undefined. */
export interface AttemptRow {
  row: number;
  /** What stands in it. */
  text: string;
  paper: PaperId;
  doneOn: string;
  score: number | null | undefined;
  /** Null if the score was not written as marks. */
  marks: string | null;
  note: string | null | undefined;
}
export interface FaultyRow {
  row: number;
  text: string;
  fault: string;
}
export type ReadRow = AttemptRow | FaultyRow;

/** A reason for the reader, about one row. */
class Fault extends Error {}

/** Reads CSV, or cells pasted from a spreadsheet. The head may be missing, and with it the columns may stand in any order. */
export function readRows(text: string, today: string): ReadRow[] {
  const lines = parseTable(text);
  const [first, ...rest] = lines;
  if (!first) throw new UnreadableText('There are no rows.');
  const isHead = first.cells.filter((cell) => fieldNamed(cell) !== undefined).length > 1;
  const places = isHead ? placesIn(first.cells) : new Map(FIELDS.map((field, place) => [field, place]));
  const body = isHead ? rest : lines;
  if (body.length === 0) throw new UnreadableText('There are no rows below the header.');
  const dates = body.map(({ cells }) => cells[places.get('date') ?? -1] ?? '');
  const order = dayOrderOf(dates);
  return body.map((line) => readRow(line, places, { today, order }));
}

const spelled = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
const fieldNamed = (name: string): Field | undefined =>
  FIELDS.find((field) => NAMES[field].some((known) => spelled(known) === spelled(name)));

type Places = ReadonlyMap<Field, number>;

function placesIn(head: readonly string[]): Places {
  const places = new Map<Field, number>();
  for (const [place, name] of head.entries()) {
    const field = fieldNamed(name);
    if (field && !places.has(field)) places.set(field, place);
  }
  const missing = NEEDED.filter((field) => !places.has(field)).map(nameOf);
  if (missing.length > 0)
    throw new UnreadableText(
      `The header has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}.`,
    );
  return places;
}

type Days = { today: string; order: DayOrder };

function readRow({ row, cells }: TableLine, places: Places, { today, order }: Days): ReadRow {
  /** Undefined without such a column; a row may end before its last cells. */
  const cell = (field: Field) => {
    const place = places.get(field);
    return place === undefined ? undefined : (cells[place] ?? '');
  };
  const needed = (field: Field): string => {
    const given = cell(field);
    if (!given) throw new Fault(`The ${field} is missing.`);
    return given;
  };
  const text = cells.filter((part) => part !== '').join(', ');
  try {
    const paper: PaperId = {
      subjectId: readSubject(needed('subject')),
      year: readYear(needed('year')),
      session: readSession(needed('session')),
      paper: readPaper(needed('paper')),
      timezone: readZone(cell('zone') ?? ''),
    };
    const doneOn = readDate(needed('date'), today, order);
    return { row, text, paper, doneOn, ...readResult(cell('score')), note: readNote(cell('note')) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { row, text, fault: error.message };
  }
}

const SUBJECT_IDS: ReadonlyMap<string, string> = new Map(
  [...SUBJECTS, ...EXTRA_SUBJECTS].flatMap(({ id, name }) => [
    [spelled(name), id],
    [spelled(id), id],
  ]),
);
function readSubject(text: string): string {
  const id = SUBJECT_IDS.get(spelled(text));
  if (id !== undefined) return id;
  if (SUBJECT_IDS.has(`${spelled(text)}hl`)) throw new Fault(`${text} needs its level, HL or SL.`);
  throw new Fault(`There is no subject ${text}.`);
}

function readYear(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new Fault('The year must be four digits.');
  return Number(text);
}

function readSession(text: string): Session {
  const word = spelled(text);
  if (word === 'may' || word === 'm') return 'May';
  if (word === 'november' || word === 'nov' || word === 'n') return 'November';
  throw new Fault('The session must be May or November.');
}

/** 'Paper 1', 'paper1', 'P1' and '1'; 'Essay'. */
function readPaper(text: string): Paper {
  const word = spelled(text).replace(/^(paper|p)?(?=\d$)/, 'paper');
  const paper = PAPERS.find((known) => known === word);
  if (paper === undefined) throw new Fault(`There is no paper called ${text}.`);
  return paper;
}

function readZone(text: string): Timezone | null {
  if (text === '' || text === '-') return null;
  const word = spelled(text)
    .replace(/^(tz|zone|timezone)?(?=\d$)/, 'tz')
    .toUpperCase();
  const zone = TIMEZONES.find((known) => known === word);
  if (zone === undefined) throw new Fault('The zone must be TZ1, TZ2 or empty.');
  return zone;
}

function readDate(text: string, today: string, order: DayOrder): string {
  const read = readDay(text, order);
  if (read === 'ambiguous')
    throw new Fault(`${text} can be read in two ways. Write the date as in 2026-11-03.`);
  if (read === undefined) throw new Fault('The date must be written as in 2026-11-03.');
  const problem = doneOnProblem(read.day, today);
  if (problem) throw new Fault(problem);
  return read.day;
}

const PER_CENT = /^(\d+)(?:[.,]0+)?\s*%?$/;
const MARKS = /^(\d+)\s*(?:\/|of|out of)\s*(\d+)$/i;

function readResult(text: string | undefined): Pick<AttemptRow, 'score' | 'marks'> {
  if (text === undefined || text === '') return { score: text === '' ? null : undefined, marks: null };
  const [, got, most] = MARKS.exec(text)?.map(Number) ?? [];
  if (got !== undefined && most !== undefined) {
    const marks = `${got}/${most}`;
    const score = scoreOfMarks(marks);
    if (score === undefined) throw new Fault(`${text} is not a possible mark.`);
    return { score, marks };
  }
  const score = Number(PER_CENT.exec(text)?.[1] ?? Number.NaN);
  if (score > 100) throw new Fault('The score is above 100.');
  if (!isScore(score))
    throw new Fault('The score must be a whole number from 0 to 100, or marks as in 47/80.');
  return { score, marks: null };
}

function readNote(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  const note = restored(text).replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim();
  if (note.length > NOTE_MAX) throw new Fault(`The note is longer than ${NOTE_MAX} characters.`);
  const problem = note && storedTextProblem(note, { multiline: true });
  if (problem) throw new Fault(`The note cannot be kept. ${problem}`);
  return note || null;
}
