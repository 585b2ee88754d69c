import { emailDomain, loginKey, normaliseEmail } from '../../../../domain/accounts.ts';
import { groupNamesIn } from '../../../../domain/groups.ts';
import { ADDRESS_KEPT, type ImportOutcome, OTHERS_DOMAIN } from '../../../../domain/school.ts';
import { counted } from '../../format/counted.ts';
import type { Choice, ImportDraft } from './import-draft.ts';
import type { ImportRow } from './parse-import.ts';
import type { CheckedRow } from './useImportCheck.ts';

/** What the reader sees of a row: who is to decide about it, or what happens anyway. */
export const KINDS = ['faulty', 'decision', 'left_out', 'new', 'changed', 'unchanged'] as const;
export type Kind = (typeof KINDS)[number];

const KIND_OF: Record<ImportOutcome, Kind> = {
  new: 'new',
  unchanged: 'unchanged',
  changed: 'changed',
  username_taken: 'decision',
  username_repeated: 'decision',
  no_school: 'decision',
  unproved: 'decision',
  archived: 'left_out',
  other_role: 'left_out',
  other_school: 'left_out',
  other_domain: 'left_out',
  faulty: 'faulty',
};

/** A row, what an import would do with it, and what was decided. */
export type PlannedRow = CheckedRow & {
  /** For lists: its number in the file. */
  id: number;
  kind: Kind;
  /** The username to be given in place of a taken one; undefined where the row's own is free. */
  name: string | undefined;
  /** What is wrong with the name that was typed. */
  nameProblem: string | undefined;
  /** About an account that has the address. */
  choice: Choice | undefined;
  /** How many others could be decided like this one; undefined where that is not offered. */
  others: number | undefined;
  isLeader: boolean;
  /** Nobody has decided yet. */
  isOpen: boolean;
  /** Somebody new whose address is not one of the school's. */
  isForeign: boolean;
};

/** By which a person of the list is known, whatever is changed about the rest of it. */
export const keyOf = ({ email, sourcedId }: Pick<ImportRow, 'email' | 'sourcedId'>) =>
  sourcedId ?? normaliseEmail(email);
/** An account has the address, and somebody is to say whether it is taken in. */
export const isAsked = ({ outcome }: CheckedRow) => outcome === 'no_school' || outcome === 'unproved';
const needsName = ({ outcome }: CheckedRow) =>
  outcome === 'username_taken' || outcome === 'username_repeated';

/**
 * Puts together what the server said of each row and what was decided. `recheck` is what it said of the same rows with
 * the names that are to be given.
 */
export function planImport(
  checked: readonly CheckedRow[],
  draft: ImportDraft,
  { domain, recheck }: { domain: string | undefined; recheck?: readonly CheckedRow[] | undefined },
): PlannedRow[] {
  const { choices, names, last, leader } = draft;
  const undecided = new Map<ImportOutcome, number>();
  for (const row of checked)
    if (isAsked(row) && choices[keyOf(row)] === undefined)
      undecided.set(row.outcome, (undecided.get(row.outcome) ?? 0) + 1);
  const byRow = new Map(recheck?.map((row) => [row.row, row]));
  // Of an account that is still in the list: a choice for all never reaches another list. Nor another kind of account.
  const led = checked.find((row) => isAsked(row) && keyOf(row) === leader);
  const sharedBy = ({ outcome }: CheckedRow) =>
    led?.outcome === outcome && leader !== undefined ? choices[leader] : undefined;

  return checked.map((row) => {
    const key = keyOf(row);
    const shared = sharedBy(row);
    const choice = isAsked(row) ? (choices[key] ?? shared) : undefined;
    const others = undecided.get(row.outcome) ?? 0;
    // Above all the others, so that the question is near the choice it is about.
    const asked = shared === undefined ? last : leader;
    const typed = needsName(row) ? names[key] : undefined;
    const name = needsName(row) ? (typed ?? row.suggestion ?? '').trim() : undefined;
    const isLast = choice !== undefined && asked === key && choices[key] !== undefined && others > 0;
    return {
      ...row,
      id: row.row,
      kind: KIND_OF[row.outcome],
      name,
      nameProblem: name === undefined ? undefined : problemOf(name, byRow.get(row.row)),
      choice,
      others: isLast ? others : undefined,
      isLeader: isLast && leader === key,
      isOpen: isAsked(row) ? choice === undefined : needsName(row) && typed === undefined,
      isForeign:
        domain !== undefined &&
        (row.outcome === 'new' || needsName(row)) &&
        row.email !== '' &&
        emailDomain(row.email) !== domain,
    };
  });
}

function problemOf(name: string, recheck: CheckedRow | undefined): string | undefined {
  if (name === '') return 'Enter a username.';
  // An answer about another name than the one that stands there now says nothing.
  if (!recheck || recheck.username !== name || recheck.outcome === 'new') return undefined;
  return recheck.reason ?? undefined;
}

const isListed = ({ isUnlisted }: CheckedRow) => isUnlisted === undefined;
const withName = (row: PlannedRow): PlannedRow =>
  row.name === undefined ? row : { ...row, username: row.name };

/** The rows with the names that are to be given, to be checked. Those with new names come last: of two it is theirs that is to be changed. */
export const rowsToRecheck = (rows: readonly PlannedRow[]): ImportRow[] =>
  rows
    .filter(isListed)
    .toSorted((a, b) => Number(a.name !== undefined) - Number(b.name !== undefined))
    .map(withName)
    .map(({ row, username, email, role, fullName, sourcedId, group }) => ({
      row,
      username,
      email,
      role,
      ...(fullName !== undefined && { fullName }),
      ...(sourcedId !== undefined && { sourcedId }),
      ...(group !== undefined && { group }),
    }));

export const hasTypedNames = (rows: readonly PlannedRow[], { names }: ImportDraft): boolean =>
  rows.some((row) => row.name !== undefined && names[keyOf(row)] !== undefined);

export type Counts = Record<Kind, number> & { open: number; foreign: number; adds: number; changes: number };

export function countRows(rows: readonly PlannedRow[]): Counts {
  const counts: Counts = {
    faulty: 0,
    decision: 0,
    left_out: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    open: 0,
    foreign: 0,
    adds: 0,
    changes: 0,
  };
  for (const row of rows) {
    counts[row.kind] += 1;
    if (row.isOpen) counts.open += 1;
    if (row.isForeign) counts.foreign += 1;
    if (isAdded(row)) counts.adds += 1;
    if (row.choice === 'take_in' || row.kind === 'changed') counts.changes += 1;
  }
  return counts;
}

/** 'Adds 41, changes 7.' */
export function effectOf({ adds, changes }: Counts, besides: readonly string[] = []): string {
  const parts: string[] = [];
  if (adds > 0) parts.push(`adds ${adds.toLocaleString('en-US')}`);
  if (changes > 0) parts.push(`changes ${changes.toLocaleString('en-US')}`);
  const sentence = [...parts, ...besides].join(', ');
  return sentence === '' ? '' : `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
}

/** The groups that a row joins; somebody who is here already, or left out, joins none. */
export const groupsJoined = (row: PlannedRow): string[] =>
  isAdded(row) || row.choice === 'take_in'
    ? [...groupNamesIn(row.group ?? ''), ...(row.changes?.joins ?? [])]
    : [];

const isAdded = (row: PlannedRow) => row.kind === 'new' || row.name !== undefined;

/** Why nothing can be imported yet. */
export function obstacleIn(rows: readonly PlannedRow[], changesMore = false): string | undefined {
  const { faulty, adds, changes } = countRows(rows);
  if (faulty > 0) return 'Correct the invalid rows first.';
  const badNames = rows.filter(({ nameProblem }) => nameProblem !== undefined).length;
  if (badNames > 0) return `Correct ${counted(badNames, 'username')} first.`;
  const undecided = rows.filter((row) => isAsked(row) && row.isOpen).length;
  if (undecided > 0) return `Decide what to do with ${counted(undecided, 'account')} first.`;
  if (adds + changes > 0 || changesMore) return undefined;
  return rows.every(({ kind }) => kind === 'unchanged')
    ? 'Everyone on this list is already at this school, exactly as listed. There is nothing to import.'
    : 'There is nobody to import.';
}

type ImportedRole = 'student' | 'teacher';
export type WantedRow = {
  row: number;
  username: string;
  email: string;
  role: ImportedRole;
  /** The person's. */
  name?: string;
  group?: string;
  take_in?: number;
  /** Of a roster. */
  sourcedId?: string;
  /** Somebody who is at the school already. */
  isHere?: boolean;
};

/** What is sent. */
export const wantedOf = (rows: readonly PlannedRow[]): WantedRow[] =>
  rows
    .filter(isListed)
    .map(withName)
    .flatMap((planned) => {
      const { row, username, email, fullName, sourcedId, group, choice, account } = planned;
      // Found valid by the server, so the role is one of the two.
      const wanted = {
        row,
        username,
        email,
        role: planned.role as ImportedRole,
        ...(fullName !== undefined && { name: fullName }),
        ...(sourcedId !== undefined && { sourcedId }),
        ...(group !== undefined && { group }),
      };
      if (choice === 'take_in' && account) return [{ ...wanted, take_in: account.id }];
      if (planned.kind === 'changed') return [{ ...wanted, isHere: true }];
      return isAdded(planned) ? [wanted] : [];
    });

/** Of a roster: who is at the school, as the roster has them. What does not differ stays as it is. */
export const membersOf = (rows: readonly PlannedRow[]): WantedRow[] =>
  rows
    .filter((row) => isListed(row) && (row.kind === 'changed' || row.kind === 'unchanged'))
    .map(({ row, username, email, role, fullName, sourcedId }) => ({
      row,
      username,
      email,
      role: role as ImportedRole,
      ...(fullName !== undefined && { name: fullName }),
      ...(sourcedId !== undefined && { sourcedId }),
      isHere: true,
    }));

/** Whether a decision is the one that was shown: what nobody has seen is not done. */
export function wasShown(row: PlannedRow, shown: ReadonlyMap<number, PlannedRow>): boolean {
  const seen = shown.get(row.row);
  return (
    row.kind !== 'decision' ||
    (seen !== undefined &&
      keyOf(seen) === keyOf(row) &&
      seen.name === row.name &&
      seen.choice === row.choice &&
      seen.account?.id === row.account?.id)
  );
}

/** More about a row: why it is not imported, or how differently from what is written. */
export function noteOn(row: PlannedRow): string | null {
  const { outcome, account, choice, reason } = row;
  const given = choice === 'take_in' ? account?.username : row.name;
  if (given) return given === row.username ? null : `In the list: ${row.username}.`;
  if (outcome === 'changed') return [changesIn(row), staysAs(otherName(row))].filter(Boolean).join(' ');
  if (outcome === 'unchanged')
    return [reason === ADDRESS_KEPT ? reason : null, differences(row)].filter(Boolean).join(' ') || null;
  if (outcome === 'other_school') return 'At another school.';
  if (outcome === 'other_domain' && reason !== OTHERS_DOMAIN)
    return 'Account without a school and outside your domain: only the platform admin can take it in.';
  if (outcome === 'archived') return 'Archived. Bring the account back instead.';
  if (outcome === 'no_school') return 'Account without a school.';
  if (outcome === 'unproved') return 'Registered but never proved.';
  if (outcome === 'other_role')
    return `Account without a school, with the role ${account?.role ?? 'student'}.`;
  return reason;
}

/** 'Group 11B to 12B' */
function changesIn({ changes, reason }: Pick<CheckedRow, 'changes' | 'reason'>): string {
  const { name, email, role, joins = [], leaves = [] } = changes ?? {};
  const groups = (names: readonly string[]) =>
    `${names.length === 1 ? 'Group' : 'Groups'} ${names.join(', ')}`;
  const parts = [];
  if (joins.length > 0 && leaves.length > 0) parts.push(`${groups(leaves)} to ${joins.join(', ')}`);
  else if (joins.length > 0) parts.push(groups(joins));
  else if (leaves.length > 0) parts.push(`Leaves ${leaves.join(', ')}`);
  if (name) parts.push(`Name ${fromTo(name)}`);
  if (email) parts.push(`Email ${fromTo(email)}`);
  if (role) parts.push(`Role ${fromTo(role)}`);
  if (reason) parts.push(reason.replace(/\.$/, ''));
  return `${parts.join('. ')}.`;
}
const fromTo = ({ before, after }: { before: string | null; after: string | null }): string =>
  before === null ? (after ?? '') : `${before} to ${after ?? 'none'}`;

/** Somebody who is here stays as they are, also where the list says otherwise. */
export function differences({ username, role, account }: CheckedRow): string | null {
  if (!account) return null;
  const isOtherRole = account.role !== role;
  return staysAs([
    ...otherName({ username, account }),
    ...(isOtherRole ? [`the role ${account.role.replace('_', ' ')}`] : []),
  ]);
}

const otherName = ({ username, account }: Pick<CheckedRow, 'username' | 'account'>): string[] =>
  account && account.username !== null && loginKey(account.username) !== loginKey(username)
    ? [`the username ${account.username}`]
    : [];
const staysAs = (parts: readonly string[]) =>
  parts.length === 0 ? null : `Stays with ${parts.join(' and ')}.`;
