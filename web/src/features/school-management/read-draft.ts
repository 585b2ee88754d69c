import { UnreadableText } from '../../format/parse-table.ts';
import type { ImportDraft } from './import-draft.ts';
import { type ParsedImport, parseImport } from './parse-import.ts';
import { readRoster } from './roster/read-roster.ts';
import type { Roster, RosterFault, RosterSchool } from './roster/roster.ts';
import { requestOf, rowsOf } from './roster/roster-request.ts';
import type { ImportList } from './useImportCheck.ts';

/** What a draft holds: a list, or a roster. */
export type ReadDraft = ParsedImport & {
  roster: ImportList['roster'];
  /** Of a roster of several schools. */
  schools: readonly RosterSchool[];
  faults: readonly RosterFault[];
};

function problemOf(read: Roster, chosen: string | undefined): { problem?: string } {
  if (read.faults.length > 0) return { problem: 'Correct the files first.' };
  const isAsked = read.schools.length > 0 && chosen === undefined;
  const isEmpty = read.people.length + read.classes.length + read.enrolments.length === 0;
  return isEmpty && !isAsked ? { problem: 'There is nobody in these files.' } : {};
}

export function readDraft({
  text,
  columns,
  roster,
}: Pick<ImportDraft, 'text' | 'columns' | 'roster'>): ReadDraft {
  try {
    if (!roster) return { ...parseImport(text, columns), roster: undefined, schools: [], faults: [] };
    const read = readRoster(roster.tables, roster.school);
    return {
      rows: rowsOf(read),
      columns: [],
      notes: read.notes,
      roster: { id: roster.id, request: requestOf(read) },
      schools: read.schools,
      faults: read.faults,
      ...problemOf(read, roster.school),
    };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return {
      rows: [],
      columns: [],
      notes: [],
      roster: undefined,
      schools: [],
      faults: [],
      problem: error.message,
    };
  }
}
