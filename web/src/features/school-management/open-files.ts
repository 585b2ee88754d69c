import { UnreadableText } from '../../format/parse-table.ts';
import { readTextFile } from '../../format/read-text-file.ts';
import type { ImportDraft } from './import-draft.ts';
import { readDraft } from './read-draft.ts';
import { isRoster, readRosterFiles } from './roster/roster-files.ts';

let opened = 0;

/** What was chosen: a list, or the files of a roster. Throws a sentence where it cannot be read. */
export async function openFiles(file: File, all: readonly File[]): Promise<Partial<ImportDraft>> {
  if (!isRoster(all)) {
    const text = await readTextFile(file, 'a list of users');
    const { rows, problem } = readDraft({ text, columns: {}, roster: undefined });
    // Nothing, or nothing but heads. What is wrong with others is said where they can be corrected.
    if (rows.length === 0 && problem === undefined) throw new UnreadableText(`${file.name} is empty.`);
    return { text, source: file.name };
  }
  const tables = await readRosterFiles(all);
  opened += 1;
  const source = all.length === 1 ? file.name : `${all.length} files`;
  return { roster: { id: opened, tables, school: undefined }, source };
}
