import { setImmediate as others } from 'node:timers/promises';
import {
  type ImportChanges,
  type ImportCheck,
  importRow,
  rosterPerson,
} from '../../../contract/school-management.ts';
import { emailDomain, loginKey, USERNAME_MAX, usernameProblem } from '../../../domain/accounts.ts';
import { groupNamesIn, isSameGroupName } from '../../../domain/groups.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { ADDRESS_KEPT, OTHERS_DOMAIN } from '../../../domain/school.ts';
import { describeIssue } from '../../http/errors.ts';
import { EMAIL_TAKEN, USERNAME_LOOKS_TAKEN, USERNAME_TAKEN } from '../accounts/name-conflicts.ts';
import type { ImportAccount } from './import.queries.ts';

/** Three groups of four: 59 random bits behind a slow hash, and short enough to be copied from paper. */
export const GENERATED_GROUPS = 3;

interface GivenRow {
  row?: number | undefined;
  username: string;
  email: string | null;
  role: string | null;
  name?: string | null | undefined;
  /** In a roster. */
  sourced_id?: string | undefined;
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
  user: ImportUser | undefined;
  reason: string | null;
}

export interface ImportUser extends ImportName {
  email: string | null;
  role: 'student' | 'teacher' | null;
  name: string | null;
  sourcedId: string | null;
  /** The groups of the row; null where the list has none. */
  groups: string[] | null;
}

const parseRow = (given: GivenRow) => {
  if (given.sourced_id === undefined) return importRow.safeParse(given);
  return rosterPerson.safeParse(given);
};

const readRow = (given: GivenRow, index: number): ReadRow => {
  const common = { row: given.row ?? index + 1, takeIn: given.take_in };
  const parsed = parseRow(given);
  if (!parsed.success) return { ...common, user: undefined, reason: describeIssue(parsed.error) };
  const { username, email, role, name } = parsed.data;
  const groups = 'group' in parsed.data ? groupNamesIn(parsed.data.group ?? '') : [];
  const user = {
    ...nameOf(username),
    email,
    role,
    name: name || null,
    sourcedId: given.sourced_id ?? null,
    // An empty cell says nothing: somebody may have forgotten it.
    groups: groups.length === 0 ? null : groups,
  };
  return { ...common, user, reason: null };
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

/** A group of the school that somebody is in, and whether a list put them there. */
interface Membership {
  user_id: number;
  name: string;
  by_list: boolean;
}

/** What is known of a school, to compare a list with. */
interface Known {
  accounts: readonly ImportAccount[];
  /** Of accounts at the school, where rows name groups. */
  memberships?: readonly Membership[];
  schoolId: number;
  /** The only domain whose accounts without a school may be taken in; null for any. */
  takesInFrom: string | null;
  /** Domains of other schools, for whose addresses this one cannot vouch. */
  othersDomains?: ReadonlySet<string>;
}
/** Whose account says nothing more to this school than that it is there. */
const IS_OTHERS: readonly ImportCheck['outcome'][] = ['other_school', 'other_domain'];
/** Who has no account yet, perhaps with another username. */
const IS_NEW: readonly ImportCheck['outcome'][] = ['new', 'username_taken', 'username_repeated'];

/**
 * What an import does with each row, given the accounts that have one of its names, addresses or ids. The import and its
 * check both use this, so that they never disagree. People are known by the id of a roster, else by their address, else
 * by the username at this school: without an address it is all that says who they are.
 */
export const checkRows = (
  rows: readonly ReadRow[],
  { accounts, memberships = [], schoolId, takesInFrom, othersDomains = new Set() }: Known,
): ImportCheck[] => {
  const usernameKeys = new Map(accounts.map((account) => [account.username_key, account]));
  const looks = new Set(accounts.map((account) => account.username_look));
  const byEmail = new Map(accounts.flatMap((account) => (account.email ? [[account.email, account]] : [])));
  const ofSchool = accounts.filter((account) => account.school_id === schoolId);
  const bySourcedId = new Map(
    ofSchool.flatMap((account) => (account.sourced_id ? [[account.sourced_id, account]] : [])),
  );
  const groupsOf = new Map<number, Membership[]>();
  for (const membership of memberships)
    groupsOf.set(membership.user_id, [...(groupsOf.get(membership.user_id) ?? []), membership]);
  const [firstEmail, firstName, firstLook] = [new FirstRows(), new FirstRows(), new FirstRows()];
  const [firstOf, firstId] = [new FirstRows(), new FirstRows()];

  // All ids before any address: whoever is known by the id is nobody else, whatever other rows say.
  const sameIds = new Map<ReadRow, number>();
  const known = new Map<ReadRow, { account: ImportAccount; isEmailTwice: boolean }>();
  for (const read of rows) {
    const { row, user } = read;
    if (!user?.sourcedId) continue;
    const sameId = firstId.before(user.sourcedId, row);
    const account = bySourcedId.get(user.sourcedId);
    if (sameId !== undefined) sameIds.set(read, sameId);
    else if (account) {
      firstOf.before(String(account.id), row);
      const isEmailTwice = user.email !== null && firstEmail.before(user.email, row) !== undefined;
      known.set(read, { account, isEmailTwice });
    }
  }

  /** Who is meant by somebody whose id is not known, if they are there. */
  const accountOf = ({ email, key, sourcedId }: ImportUser): ImportAccount | undefined => {
    if (email !== null) return byEmail.get(email);
    const named = usernameKeys.get(key);
    const isTheirs = named?.school_id === schoolId && named.email === null;
    return isTheirs && (sourcedId === null || named.sourced_id === null) ? named : undefined;
  };

  const judgeKnown = (account: ImportAccount, user: ImportUser, isEmailTwice = false): Judgement => {
    const holder = user.email === null ? undefined : byEmail.get(user.email);
    const isOthers = isEmailTwice || (holder !== undefined && holder.id !== account.id);
    const seen = { account, isOthers, groups: groupsOf.get(account.id) ?? [] };
    const judged = judgeAccount(seen, user, { schoolId, takesInFrom });
    return IS_OTHERS.includes(judged.outcome) ? judged : { ...judged, account };
  };

  const judge = (read: ReadRow): Judgement => {
    const { row, user, reason } = read;
    if (!user) return { outcome: 'faulty', reason };
    const sameId = sameIds.get(read);
    if (sameId !== undefined) return { outcome: 'faulty', reason: `This id is also in row ${sameId}.` };
    const byId = known.get(read);
    if (byId) return judgeKnown(byId.account, user, byId.isEmailTwice);
    const { key, look, email, role } = user;
    const account = accountOf(user);
    // Addresses are given to others when somebody has left.
    const isAnother =
      user.sourcedId !== null && account?.school_id === schoolId && account.sourced_id !== null;
    if (isAnother) return { outcome: 'faulty', reason: 'This email belongs to someone with a different ID.' };
    const sameEmail = email === null ? undefined : firstEmail.before(email, row);
    if (sameEmail !== undefined)
      return { outcome: 'faulty', reason: `This email is also in row ${sameEmail}.` };
    if (account) {
      const sameAccount = firstOf.before(String(account.id), row);
      if (sameAccount !== undefined)
        return { outcome: 'faulty', reason: `This is the account of the person in row ${sameAccount}.` };
      return judgeKnown(account, user);
    }
    if (role === null)
      return { outcome: 'faulty', reason: 'The roster does not say whether this is a student or a teacher.' };

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
  /**
   * An import vouches for the address of whom it makes, claims, or gives another one: also where somebody has it already,
   * because the school is not told so.
   */
  const refuseOthersDomain = (judged: Judgement, user: ImportUser | undefined): Judgement => {
    const { outcome, account } = judged;
    const isVouchedFor =
      outcome === 'unproved' || IS_NEW.includes(outcome) || isReaddressed(account, user, outcome);
    return isVouchedFor && othersDomains.has(emailDomain(user?.email ?? ''))
      ? { outcome: 'other_domain', reason: OTHERS_DOMAIN }
      : judged;
  };
  return rows.map((row) => ({ row: row.row, ...refuseOthersDomain(judge(row), row.user) }));
};

/** Whether a roster gives somebody of the school another address than they have. */
const isReaddressed = (
  account: ImportAccount | undefined,
  user: ImportUser | undefined,
  outcome: ImportCheck['outcome'],
): boolean =>
  (outcome === 'changed' || outcome === 'unchanged') &&
  user !== undefined &&
  user.sourcedId !== null &&
  user.email !== null &&
  account?.role !== 'school_admin' &&
  account?.email !== user.email;

/** How many rows have an outcome that tells the school of an account which is not its own. */
export const countTold = (
  rows: readonly ReadRow[],
  checked: readonly ImportCheck[],
  { accounts, schoolId }: Pick<Known, 'accounts' | 'schoolId'>,
): number => {
  const elsewhere = new Set(
    accounts.flatMap(({ email, school_id: school }) => (email !== null && school !== schoolId ? email : [])),
  );
  return checked.filter((check, index) => {
    const user = rows[index]?.user;
    const isHere = check.outcome === 'changed' || check.outcome === 'unchanged';
    return IS_OTHERS.includes(check.outcome) || (isHere && elsewhere.has(user?.email ?? ''));
  }).length;
};

type Judgement = Omit<ImportCheck, 'row' | 'account'> & { account?: ImportAccount };

interface Seen {
  account: ImportAccount;
  /** Whether the address of the row is another's. */
  isOthers: boolean;
  groups: readonly Membership[];
}

const judgeAccount = (
  seen: Seen,
  user: ImportUser,
  { schoolId, takesInFrom }: Pick<Known, 'schoolId' | 'takesInFrom'>,
): Pick<ImportCheck, 'outcome' | 'reason' | 'changes'> => {
  const { account } = seen;
  const isFree = account.school_id === null;
  if (isFree && takesInFrom !== null && emailDomain(account.email ?? '') !== takesInFrom)
    return {
      outcome: 'other_domain',
      reason: 'This email belongs to an account without a school, and is outside your school’s domain.',
    };
  if (account.is_archived && account.school_id === schoolId)
    return { outcome: 'archived', reason: 'This account is archived. Bring it back instead.' };
  // Whoever writes the list is one themselves: with a new address they would take over the account of another.
  if (account.role === 'school_admin' && account.school_id === schoolId)
    return { outcome: 'unchanged', reason: 'Imports do not change school admins.' };
  const isKnown = user.sourcedId !== null && account.sourced_id === user.sourcedId;
  const isHereOrFree = account.school_id === schoolId || isFree;
  // Anybody can register with any address: whoever has the list knows better whose it is.
  if (!isKnown && account.email !== null && !account.is_confirmed && isHereOrFree)
    return { outcome: 'unproved', reason: EMAIL_TAKEN };
  if (account.school_id === schoolId) return judgeMember(seen, user);
  if (account.school_id !== null)
    return { outcome: 'other_school', reason: 'This email belongs to an account at another school.' };
  // A list that was made in a hurry must not make a student's account a teacher's.
  if (account.role !== user.role)
    return {
      outcome: 'other_role',
      reason: `This email belongs to an account without a school, with the role ${account.role}.`,
    };
  return { outcome: 'no_school', reason: EMAIL_TAKEN };
};

/** Somebody of the school: what the list says otherwise. A roster also tells of addresses and roles. */
const judgeMember = (
  { account, isOthers, groups }: Seen,
  user: ImportUser,
): Pick<ImportCheck, 'outcome' | 'reason' | 'changes'> => {
  const changes: ImportChanges = {};
  if (user.name !== null && user.name !== account.name)
    changes.name = { before: account.name, after: user.name };
  const isOfRoster = user.sourcedId !== null;
  if (isOfRoster && user.email !== null && user.email !== account.email && !isOthers)
    changes.email = { before: account.email, after: user.email };
  if (isOfRoster && user.role !== null && user.role !== account.role)
    changes.role = { before: account.role, after: user.role };
  if (user.groups !== null && account.role === 'student')
    Object.assign(changes, groupChanges(groups, user.groups));
  const isNewId = isOfRoster && account.sourced_id !== user.sourcedId;
  const reason = isOfRoster && isOthers ? ADDRESS_KEPT : null;
  // An id alone is nothing that anybody sees.
  const outcome = Object.keys(changes).length === 0 ? 'unchanged' : 'changed';
  if (outcome === 'unchanged' && !isNewId) return { outcome, reason: reason ?? EMAIL_TAKEN };
  return { outcome, reason, changes };
};

/** Joins what is named, and leaves what an earlier list had named. */
const groupChanges = (
  groups: readonly Membership[],
  wanted: readonly string[],
): Pick<ImportChanges, 'joins' | 'leaves'> => {
  const joins = wanted.filter((name) => !groups.some((group) => isSameGroupName(group.name, name)));
  const leaves = groups
    .filter((group) => group.by_list && !wanted.some((name) => isSameGroupName(group.name, name)))
    .map(({ name }) => name);
  return { ...(joins.length > 0 && { joins }), ...(leaves.length > 0 && { leaves }) };
};

/** Why the import cannot do what is asked for in this row; undefined if it can. */
export const obstacleTo = (
  takeIn: number | undefined,
  { outcome, reason, account }: ImportCheck,
): string | undefined => {
  if (takeIn === undefined)
    return outcome === 'new' || outcome === 'unproved' || outcome === 'changed' ? undefined : (reason ?? '');
  const isOffered = outcome === 'no_school' || outcome === 'unproved';
  if (isOffered && account?.id === takeIn) return undefined;
  const isAnother = isOffered || (account === undefined && !IS_OTHERS.includes(outcome));
  return isAnother ? 'The account to take in no longer exists.' : (reason ?? '');
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
