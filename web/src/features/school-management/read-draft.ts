import { UnreadableText } from '../../format/parse-table.ts';
import type { ImportDraft } from './import-draft.ts';
import { type ParsedImport, parseImport } from './parse-import.ts';
import { readRoster } from './roster/read-roster.ts';
import type { RosterFault, RosterSchool } from './roster/roster.ts';
import { requestOf, rowsOf } from './roster/roster-request.ts';
import type { ImportList } from './useImportCheck.ts';

/** What a draft holds: a list, or a roster. */
export type ReadDraft = ParsedImport & {
  roster: ImportList['roster'];
  /** Of a roster of several schools. */
  schools: readonly RosterSchool[];
  faults: readonly RosterFault[];
};

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
      ...(read.faults.length > 0 && { problem: 'Correct the files first.' }),
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
