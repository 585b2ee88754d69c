import type { IMPORT_FIELDS } from '../../../../domain/school.ts';
import type { RosterTables } from './roster/roster-files.ts';

export type FieldName = (typeof IMPORT_FIELDS)[number];
/** What a column of the list holds, by the column's name. */
export type ColumnChoices = Readonly<Record<string, FieldName | 'none'>>;
/** What becomes of an account that is there: without a school, or never proved. */
export type Choice = 'take_in' | 'leave_out';

/** A list that is to be imported and what was decided about it. It outlives a look at another tab. */
export type ImportDraft = {
  text: string;
  /** The file that the text came from. */
  source: string | undefined;
  /** Files of a school's own system, in place of a text. */
  roster: OpenedRoster | undefined;
  /** The text is not shown: it was read, and the rows below say more. */
  isFolded: boolean;
  columns: ColumnChoices;
  /** Usernames typed in place of taken ones, by the row's key: its id in the school's own system, or the address. */
  names: Readonly<Record<string, string>>;
  /** By the row's key, as `last` and `leader`. */
  choices: Readonly<Record<string, Choice>>;
  /** Whose choice was made last. */
  last: string | undefined;
  /** Whose choice holds for all accounts without one of their own. */
  leader: string | undefined;
  /** Which subject a course is, by its title; null for none. */
  courses: Readonly<Record<string, string | null>>;
  /** Whether a list names everybody of the school: who is not in it has left. A roster does. */
  isWhole: boolean;
  /** Of those who left: who is to be archived. */
  archived: readonly number[];
  /** Whether links end that the last roster made and this one does not have. */
  endsLinks: boolean;
};

type OpenedRoster = {
  /** Of this opening: what was asked about another says nothing of it. */
  id: number;
  tables: RosterTables;
  /** The chosen one where the files are of several. */
  school: string | undefined;
};

export const EMPTY_DRAFT: ImportDraft = {
  text: '',
  source: undefined,
  roster: undefined,
  isFolded: false,
  columns: {},
  names: {},
  choices: {},
  last: undefined,
  leader: undefined,
  courses: {},
  isWhole: false,
  archived: [],
  endsLinks: false,
};
