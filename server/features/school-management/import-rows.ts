import { setImmediate as others } from 'node:timers/promises';
import { type ImportCheck, importRow } from '../../../contract/school-management.ts';
import { loginKey, USERNAME_MAX, usernameProblem } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { describeIssue } from '../../http/errors.ts';
import { EMAIL_TAKEN, USERNAME_LOOKS_TAKEN, USERNAME_TAKEN } from '../accounts/name-conflicts.ts';
import type { ImportAccount } from './import.queries.ts';

/** Three groups of four: 59 random bits behind a slow hash, and short enough to be copied from paper. */
export const GENERATED_GROUPS = 3;

interface GivenRow {
  row?: number | undefined;
  username: string;
  email: string;
  role: string;
  group?: string | undefined;
  take_in?: number | undefined;
}

/** A username, and the two forms of it that no two accounts share. */
export interface ImportName {
  username: string;
  key: string;
  look: string;
}
const nameOf = (username: string): ImportName => ({
  username,
  key: loginKey(username),
  look: lookOf(username),
});

/**
 * A row that was looked at by itself. An invalid one has a reason and no user: it cannot match anybody, and PostgreSQL
 * would not even accept some of its characters.
 */
export interface ReadRow {
  row: number;
  takeIn: number | undefined;
  user: (ImportName & { email: string; role: string }) | undefined;
  reason: string | null;
}

const readRow = (given: GivenRow, index: number): ReadRow => {
  const common = { row: given.row ?? index + 1, takeIn: given.take_in };
  const parsed = importRow.safeParse(given);
  if (!parsed.success) return { ...common, user: undefined, reason: describeIssue(parsed.error) };
  const { username, email, role } = parsed.data;
  return { ...common, user: { ...nameOf(username), email, role }, reason: null };
};

/** Between so many rows other calls have their turn. */
const ROWS_A_TURN = 250;

export const readRows = async (given: readonly GivenRow[]): Promise<ReadRow[]> => {
  const rows: ReadRow[] = [];
  for (const [index, row] of given.entries()) {
    if (index > 0 && index % ROWS_A_TURN === 0) await others();
    rows.push(readRow(row, index));
  }
  return rows;
};

/** Where something was seen first. */
class FirstRows {
  private readonly rows = new Map<string, number>();

  /** The row that had it before, or else undefined, and from now on this row has it. */
  before(key: string, row: number): number | undefined {
    const first = this.rows.get(key);
    if (first === undefined) this.rows.set(key, row);
    return first;
  }
}

/**
 * What an import does with each row, given the accounts that have one of its names or addresses. The import and its
 * check both use this, so that they never disagree. People are known by their address: a username says nothing about
 * who somebody is.
 */
export const checkRows = (
  rows: readonly ReadRow[],
  accounts: readonly ImportAccount[],
  schoolId: number,
): ImportCheck[] => {
  const usernameKeys = new Set(accounts.map((account) => account.username_key));
  const looks = new Set(accounts.map((account) => account.username_look));
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const [firstEmail, firstName, firstLook] = [new FirstRows(), new FirstRows(), new FirstRows()];

  const judge = ({ row, user, reason }: ReadRow): Omit<ImportCheck, 'row'> => {
    if (!user) return { outcome: 'faulty', reason };
    const { key, look, email, role } = user;
    const sameEmail = firstEmail.before(email, row);
    if (sameEmail !== undefined)
      return { outcome: 'faulty', reason: `This email is also in row ${sameEmail}.` };
    const account = byEmail.get(email);
    if (account) return { ...judgeAccount(account, role, schoolId), account };

    const sameName = firstName.before(key, row);
    const sameLook = firstLook.before(look, row);
    if (usernameKeys.has(key)) return { outcome: 'username_taken', reason: USERNAME_TAKEN };
    if (looks.has(look)) return { outcome: 'username_taken', reason: USERNAME_LOOKS_TAKEN };
    if (sameName !== undefined)
      return { outcome: 'username_repeated', reason: `This username is also in row ${sameName}.` };
    if (sameLook !== undefined)
      return { outcome: 'username_repeated', reason: `This username looks like the one in row ${sameLook}.` };
    return { outcome: 'new', reason: null };
  };
  return rows.map((row) => ({ row: row.row, ...judge(row) }));
};

const judgeAccount = (
  account: ImportAccount,
  role: string,
  schoolId: number,
): Pick<ImportCheck, 'outcome' | 'reason'> => {
  if (account.is_archived && account.school_id === schoolId)
    return { outcome: 'archived', reason: 'This account is archived. Bring it back instead.' };
  const isHereOrFree = account.school_id === schoolId || account.school_id === null;
  // Anybody can register with any address: whoever has the list knows better whose it is.
  if (!account.is_confirmed && account.role !== 'school_admin' && isHereOrFree)
    return { outcome: 'unproved', reason: EMAIL_TAKEN };
  if (account.school_id === schoolId) return { outcome: 'unchanged', reason: EMAIL_TAKEN };
  if (account.school_id !== null)
    return { outcome: 'other_school', reason: 'This email belongs to an account at another school.' };
  // A list that was made in a hurry must not make a student's account a teacher's.
  if (account.role !== role)
    return {
      outcome: 'other_role',
      reason: `This email belongs to an account without a school, with the role ${account.role}.`,
    };
  return { outcome: 'no_school', reason: EMAIL_TAKEN };
};

/** Why the import cannot do what is asked for in this row; undefined if it can. */
export const obstacleTo = (
  takeIn: number | undefined,
  { outcome, reason, account }: ImportCheck,
): string | undefined => {
  if (takeIn === undefined) return outcome === 'new' || outcome === 'unproved' ? undefined : (reason ?? '');
  const isOffered = outcome === 'no_school' || outcome === 'unproved';
  if (isOffered && account?.id === takeIn) return undefined;
  const isAnother = isOffered || account === undefined;
  return isAnother ? 'The account to be taken in is no longer there.' : (reason ?? '');
};

/** Of the names that are tried for each row: so many more than are needed, and if too many of them are taken, so many. */
const SPARE = [5, 30];

/**
 * Gives a free username to every row whose own is not. `findNamed` looks for accounts with such names; names of other
 * rows are not free either.
 */
export const suggestNames = async (
  rows: readonly ReadRow[],
  checked: readonly ImportCheck[],
  findNamed: (names: readonly ImportName[]) => Promise<readonly ImportAccount[]>,
): Promise<ImportCheck[]> => {
  const used = new Set<string>();
  /** Rows that need a name, by the look of the one that they have. */
  const open = new Map<string, { username: string; indexes: number[]; next: number }>();
  checked.forEach(({ outcome }, index) => {
    const user = rows[index]?.user;
    if (!user) return;
    if (outcome === 'new') used.add(user.key).add(user.look);
    if (outcome !== 'username_taken' && outcome !== 'username_repeated') return;
    const group = open.get(user.look) ?? { username: user.username, indexes: [], next: 2 };
    group.indexes.push(index);
    open.set(user.look, group);
  });

  const suggestions = new Map<number, string>();
  for (const spare of SPARE) {
    const candidates = [...open.values()].map((group) => {
      const end = group.next + group.indexes.length + spare;
      const names = group.indexes.length === 0 ? [] : numbered(group.username, group.next, end);
      group.next = end;
      return { group, names };
    });
    const wanted = candidates.flatMap(({ names }) => names);
    if (wanted.length === 0) break;
    await others();
    for (const account of await findNamed(wanted))
      used.add(account.username_key ?? '').add(account.username_look ?? '');
    for (const { group, names } of candidates)
      for (const { username, key, look } of names) {
        if (used.has(key) || used.has(look)) continue;
        const index = group.indexes.shift();
        if (index === undefined) break;
        used.add(key).add(look);
        suggestions.set(index, username);
      }
  }
  return checked.map((check, index) => {
    const suggestion = suggestions.get(index);
    return suggestion === undefined ? check : { ...check, suggestion };
  });
};

/** 'mia.chen2', 'mia.chen3' … and after a digit 'mia1-2'; only names that somebody may have. */
const numbered = (username: string, from: number, to: number): ImportName[] => {
  const base = /\d$/.test(username) ? `${username}-` : username;
  return Array.from({ length: to - from }, (_, index) => {
    const number = String(from + index);
    return (
      Array.from(base)
        .slice(0, USERNAME_MAX - number.length)
        .join('')
        .trimEnd() + number
    );
  })
    .filter((name) => usernameProblem(name) === undefined)
    .map(nameOf);
};
