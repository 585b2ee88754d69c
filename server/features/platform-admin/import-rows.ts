import { type ImportCheck, importRow } from '../../../contract/platform-admin.ts';
import { loginKey, normaliseEmail } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { describeIssue } from '../../http/errors.ts';
import { EMAIL_TAKEN, USERNAME_LOOKS_TAKEN, USERNAME_TAKEN } from '../accounts/name-conflicts.ts';

/** Three groups of four: 59 random bits behind a slow hash, and short enough to be copied from paper. */
export const GENERATED_GROUPS = 3;

interface GivenRow {
  username: string;
  email: string;
  role: string;
}

/** Names and addresses of an import that accounts have already. */
export interface Taken {
  usernameKeys: ReadonlySet<string>;
  looks: ReadonlySet<string>;
  emails: ReadonlySet<string>;
}

/** An invalid row cannot match anybody; PostgreSQL would not even accept some of its characters. */
export const isValidRow = (row: GivenRow): boolean => importRow.safeParse(row).success;

/** The names and addresses of an import in the form in which accounts store them. */
export const keysOf = (rows: readonly GivenRow[]) => ({
  usernameKeys: rows.map(({ username }) => loginKey(username)),
  looks: rows.map(({ username }) => lookOf(username)),
  emails: rows.map(({ email }) => normaliseEmail(email)),
});

/** What an import does with each row. The import and its check both use this, so that they never disagree. */
export const checkRows = (rows: readonly GivenRow[], taken: Taken): ImportCheck[] => {
  const { usernameKeys, looks, emails } = keysOf(rows);
  const firstWith = (keys: readonly string[]) => {
    const first = new Map<string, number>();
    keys.forEach((key, index) => {
      if (!first.has(key)) first.set(key, index);
    });
    return (index: number) => first.get(keys[index] ?? '') ?? index;
  };
  const firstUsername = firstWith(usernameKeys);
  const firstLook = firstWith(looks);
  const firstEmail = firstWith(emails);

  const judge = (given: GivenRow, index: number): Omit<ImportCheck, 'row'> => {
    const faulty = (reason: string) => ({ outcome: 'faulty' as const, reason });
    const exists = (reason: string) => ({ outcome: 'exists' as const, reason });
    const parsed = importRow.safeParse(given);
    if (!parsed.success) return faulty(describeIssue(parsed.error));
    if (firstUsername(index) < index)
      return faulty(`This username is also in row ${firstUsername(index) + 1}.`);
    if (firstLook(index) < index)
      return faulty(`This username looks like the one in row ${firstLook(index) + 1}.`);
    if (firstEmail(index) < index) return faulty(`This email is also in row ${firstEmail(index) + 1}.`);
    if (taken.usernameKeys.has(usernameKeys[index] ?? '')) return exists(USERNAME_TAKEN);
    if (taken.looks.has(looks[index] ?? '')) return exists(USERNAME_LOOKS_TAKEN);
    if (taken.emails.has(emails[index] ?? '')) return exists(EMAIL_TAKEN);
    return { outcome: 'new', reason: null };
  };
  return rows.map((row, index) => ({ row: index + 1, ...judge(row, index) }));
};
