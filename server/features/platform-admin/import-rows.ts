import { type ImportCheck, importRow } from '../../../contract/platform-admin.ts';
import { loginKey, normaliseEmail, USERNAME_MAX, usernameProblem } from '../../../domain/accounts.ts';
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
  take_in?: number | undefined;
}

/** An invalid row cannot match anybody; PostgreSQL would not even accept some of its characters. */
export const isValidRow = (row: GivenRow): boolean => importRow.safeParse(row).success;

/** The names and addresses of an import in the form in which accounts store them. */
export const keysOf = (rows: readonly GivenRow[]) => ({
  ...nameKeys(rows.map(({ username }) => username)),
  emails: rows.map(({ email }) => normaliseEmail(email)),
});

export const nameKeys = (names: readonly string[]) => ({
  usernameKeys: names.map(loginKey),
  looks: names.map(lookOf),
});

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
  rows: readonly GivenRow[],
  accounts: readonly ImportAccount[],
  schoolId: number,
): ImportCheck[] => {
  const usernameKeys = new Set(accounts.map((account) => account.username_key));
  const looks = new Set(accounts.map((account) => account.username_look));
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const [firstEmail, firstName, firstLook] = [new FirstRows(), new FirstRows(), new FirstRows()];

  const judge = (given: GivenRow, row: number): Omit<ImportCheck, 'row'> => {
    const parsed = importRow.safeParse(given);
    if (!parsed.success) return { outcome: 'faulty', reason: describeIssue(parsed.error) };
    const { username, email, role } = parsed.data;
    const sameEmail = firstEmail.before(email, row);
    if (sameEmail !== undefined)
      return { outcome: 'faulty', reason: `This email is also in row ${sameEmail}.` };
    const account = byEmail.get(email);
    if (account) return { ...judgeAccount(account, role, schoolId), account };

    const [key, look] = [loginKey(username), lookOf(username)];
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
  return rows.map((given, index) => {
    const row = given.row ?? index + 1;
    return { row, ...judge(given, row) };
  });
};

const judgeAccount = (
  account: ImportAccount,
  role: string,
  schoolId: number,
): Pick<ImportCheck, 'outcome' | 'reason'> => {
  if (account.school_id === schoolId) return { outcome: 'unchanged', reason: EMAIL_TAKEN };
  if (account.school_id !== null)
    return { outcome: 'other_school', reason: 'This email belongs to an account at another school.' };
  // Anybody can register with any address: a list must not make such an account a teacher's.
  if (account.role !== role)
    return {
      outcome: 'other_role',
      reason: `This email belongs to an account without a school, with the role ${account.role}.`,
    };
  return { outcome: 'no_school', reason: EMAIL_TAKEN };
};

/** Why the import cannot do what is asked for in this row; undefined if it can. */
export const obstacleTo = (
  { take_in: wanted }: GivenRow,
  { outcome, reason, account }: ImportCheck,
): string | undefined => {
  if (wanted === undefined) return outcome === 'new' ? undefined : (reason ?? '');
  if (outcome === 'no_school' && account?.id === wanted) return undefined;
  const isAnother = outcome === 'no_school' || account === undefined;
  return isAnother ? 'The account to be taken in is no longer there.' : (reason ?? '');
};

/** Numbers that a suggested username may end in: first these, and if all of them are taken, those. */
const ROUNDS = [[2, 3, 4, 5, 6], Array.from({ length: 24 }, (_, index) => index + 7)];

/**
 * Gives a free username to every row whose own is not. `findAccounts` looks for names among the accounts; names of other
 * rows are not free either.
 */
export const suggestNames = async (
  rows: readonly GivenRow[],
  checked: readonly ImportCheck[],
  findAccounts: (names: readonly string[]) => Promise<readonly ImportAccount[]>,
): Promise<ImportCheck[]> => {
  const used = new Set<string>();
  const use = (name: string) => used.add(loginKey(name)).add(lookOf(name));
  const isUsed = (name: string) => used.has(loginKey(name)) || used.has(lookOf(name));
  const found = new Map<number, string>();
  let open: number[] = [];
  checked.forEach(({ outcome }, index) => {
    if (outcome === 'new') use(rows[index]?.username ?? '');
    if (outcome === 'username_taken' || outcome === 'username_repeated') open.push(index);
  });

  for (const numbers of ROUNDS) {
    if (open.length === 0) break;
    const candidates = new Map(open.map((index) => [index, numbered(rows[index]?.username ?? '', numbers)]));
    for (const account of await findAccounts([...candidates.values()].flat())) {
      used.add(account.username_key ?? '').add(account.username_look ?? '');
    }
    open = open.filter((index) => {
      const free = candidates.get(index)?.find((name) => !isUsed(name));
      if (free === undefined) return true;
      use(free);
      found.set(index, free);
      return false;
    });
  }
  return checked.map((check, index) => {
    const suggestion = found.get(index);
    return suggestion === undefined ? check : { ...check, suggestion };
  });
};

/** 'mia.chen2', 'mia.chen3' … and after a digit 'mia1-2'; only names that somebody may have. */
const numbered = (username: string, numbers: readonly number[]): string[] => {
  const base = /\d$/.test(username) ? `${username}-` : username;
  return numbers
    .map((number) => {
      const room = USERNAME_MAX - String(number).length;
      return Array.from(base).slice(0, room).join('').trimEnd() + number;
    })
    .filter((name) => usernameProblem(name) === undefined);
};
