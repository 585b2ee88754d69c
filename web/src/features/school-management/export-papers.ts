import type { ExportedStudent } from '../../../../contract/archive.ts';
import { isoDay } from '../../../../domain/days.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { type Cell, downloadCsv } from '../../format/csv.ts';

/** What students have done, a row for each paper. Apart from the buttons, so that it is fetched when one is pressed. */

// The last columns as in the spreadsheet that a student exports.
const COLUMNS = 'Username,Email,Name,Subject,Year,Session,Paper,Zone,Date,Score,Attempts'.split(',');

export const toRows = (students: readonly ExportedStudent[]): Cell[][] =>
  students.flatMap(({ username, email, name, papers }) =>
    // biome-ignore format: cells in the order of the columns
    papers.map(({ subject_id, year, session, paper, timezone, done_on, score, attempts }) => [
      username, email, name, subjectName(subject_id), year, session, paperLabel(paper), timezone, done_on, score, attempts,
    ]),
  );

export const saveExport = (rows: readonly Cell[][]): void =>
  downloadCsv(`papers-${isoDay(new Date())}.csv`, [COLUMNS, ...rows]);
