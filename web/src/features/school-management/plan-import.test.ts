import { describe, expect, it } from 'vitest';
import { OTHERS_DOMAIN } from '../../../../domain/school.ts';
import { EMPTY_DRAFT, type ImportDraft } from './import-draft.ts';
import {
  countRows,
  effectOf,
  groupsJoined,
  noteOn,
  obstacleIn,
  planImport,
  rowsToRecheck,
  wantedOf,
  wasShown,
} from './plan-import.ts';
import type { CheckedRow } from './useImportCheck.ts';

let number = 0;
const row = (outcome: CheckedRow['outcome'], more: Partial<CheckedRow> = {}): CheckedRow => {
  number += 1;
  const username = `user${number}`;
  return {
    row: number,
    username,
    email: `${username}@school.edu`,
    role: 'student',
    outcome,
    reason: null,
    ...more,
  };
};
const account = (id: number, username = `free${id}`) => ({
  account: { id, username, role: 'student' as const, created_at: '2026-10-03T10:00:00.000Z' },
});
const plan = (rows: CheckedRow[], draft: Partial<ImportDraft> = {}, recheck?: CheckedRow[]) =>
  planImport(rows, { ...EMPTY_DRAFT, ...draft }, { domain: '@school.edu', recheck });

it('puts into groups only who is imported or taken in', () => {
  const group = '12B; 12 Physics';
  const planned = plan([row('new', { group }), row('unchanged', { group, ...account(7) }), row('new')]);
  expect(planned.map(groupsJoined)).toEqual([['12B', '12 Physics'], [], []]);
  expect(wantedOf(planned).map((wanted) => wanted.group)).toEqual([group, undefined]);
});

describe('a taken username', () => {
  const taken = row('username_taken', { suggestion: 'mia2', reason: 'This username is already taken.' });

  it('is replaced by the suggestion, which counts as open until somebody changes it', () => {
    const planned = plan([taken]);
    expect(planned).toMatchObject([{ kind: 'decision', name: 'mia2', isOpen: true }]);
    expect(obstacleIn(planned)).toBeUndefined();
    expect(wantedOf(planned)).toMatchObject([{ row: taken.row, username: 'mia2', email: taken.email }]);
    expect(planned.map(noteOn)).toEqual([`In the list: ${taken.username}.`]);
  });

  it('is replaced by what was typed, if that is free', () => {
    const names = { [taken.email]: ' mia.c ' };
    expect(plan([taken], { names })).toMatchObject([{ name: 'mia.c', isOpen: false }]);
    const reason = 'This username is already taken.';
    const answer = { ...taken, username: 'mia.c', outcome: 'username_taken' as const, reason };
    const refused = plan([taken], { names }, [answer]);
    expect(refused).toMatchObject([{ nameProblem: reason }]);
    expect(obstacleIn(refused)).toBe('Correct 1 username first.');
    // An answer about a name that was typed before says nothing about this one.
    expect(plan([taken], { names }, [{ ...answer, username: 'mia' }])[0]?.nameProblem).toBeUndefined();
    expect(plan([taken], { names: { [taken.email]: '' } })[0]?.nameProblem).toBe('Enter a username.');
  });
});

it('checks rows with new names after the others, so that it is theirs that are found taken', () => {
  const [taken, fresh] = [row('username_taken', { suggestion: 'mia2' }), row('new')];
  expect(rowsToRecheck(plan([taken, fresh])).map((one) => [one.row, one.username])).toEqual([
    [fresh.row, fresh.username],
    [taken.row, 'mia2'],
  ]);
});

describe('accounts without a school', () => {
  const rows = [1, 2, 3].map((id) => row('no_school', account(id)));
  const [first, second, third] = rows.map(({ email }) => email) as [string, string, string];

  it('wait for a choice', () => {
    const planned = plan(rows);
    expect(obstacleIn(planned)).toBe('Decide what to do with 3 accounts first.');
    expect(wantedOf(planned)).toEqual([]);
    expect(planned.map(({ others }) => others)).toEqual([undefined, undefined, undefined]);
  });

  it('are taken in by their number, and keep their name', () => {
    const planned = plan(rows, {
      choices: { [first]: 'take_in', [second]: 'leave_out', [third]: 'leave_out' },
    });
    expect(obstacleIn(planned)).toBeUndefined();
    expect(wantedOf(planned)).toMatchObject([{ email: first, take_in: 1 }]);
    expect(effectOf(countRows(planned))).toBe('Changes 1.');
    expect(noteOn(planned[1] as never)).toBe('Account without a school.');
  });

  it('that never proved their address wait for a choice of their own', () => {
    const unproved = [4, 5].map((id) => row('unproved', account(id)));
    const [fourth, fifth] = unproved.map(({ email }) => email) as [string, string];
    const choices = { [first]: 'leave_out' } as const;
    // A choice for all accounts without a school is not about them.
    const shared = plan([...rows, ...unproved], { choices, last: first, leader: first });
    expect(shared.map(({ choice }) => choice)).toEqual([
      'leave_out',
      'leave_out',
      'leave_out',
      undefined,
      undefined,
    ]);
    expect(shared.map(({ isOpen }) => isOpen)).toEqual([false, false, false, true, true]);
    expect(countRows(shared)).toMatchObject({ open: 2, changes: 0 });
    expect(obstacleIn(shared)).toBe('Decide what to do with 2 accounts first.');
    expect(wantedOf(shared)).toEqual([]);
    const decided = plan(unproved, { choices: { [fourth]: 'leave_out', [fifth]: 'take_in' } });
    expect(obstacleIn(decided)).toBeUndefined();
    expect(wantedOf(decided)).toMatchObject([{ email: fifth, take_in: 5 }]);
    expect(noteOn(decided[0] as never)).toBe('Registered but never proved.');
  });

  it('can follow one choice, save those with their own', () => {
    const made = { choices: { [first]: 'take_in', [second]: 'leave_out' }, last: first } as const;
    expect(plan(rows, made).map(({ others }) => others)).toEqual([1, undefined, undefined]);
    const led = plan(rows, { ...made, leader: first });
    expect(led.map(({ choice }) => choice)).toEqual(['take_in', 'leave_out', 'take_in']);
    expect(led.map(({ isLeader }) => isLeader)).toEqual([true, false, false]);
    expect(countRows(led)).toMatchObject({ open: 0, changes: 2 });
    // A later choice is about its own account; the question stays where it was answered.
    expect(plan(rows, { ...made, leader: first, last: second }).map(({ others }) => others)).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  it('never follow a choice that was made about another list', () => {
    const draft = { choices: { 'somebody@school.edu': 'take_in' }, leader: 'somebody@school.edu' } as const;
    expect(plan(rows, draft).map(({ choice }) => choice)).toEqual([undefined, undefined, undefined]);
  });
});

it("points out addresses that are not the school's, of everybody new", () => {
  const email = 'x@elsewhere.org';
  const rows = [
    row('new', { email }),
    row('username_taken', { email }),
    row('unchanged', { email }),
    row('new'),
  ];
  expect(plan(rows).map(({ isForeign }) => isForeign)).toEqual([true, true, false, false]);
  expect(plan([row('new', { email: 'X@SCHOOL.edu' })])[0]?.isForeign).toBe(false);
});

it('says what an import comes to', () => {
  const rows = [
    row('new'),
    row('new', { email: 'x@elsewhere.org' }),
    row('unchanged', account(9, 'user3')),
    row('other_school', account(8)),
    row('other_role', { ...account(7), role: 'teacher' }),
    row('other_domain'),
  ];
  const planned = plan(rows);
  const counts = countRows(planned);
  expect(counts).toMatchObject({ new: 2, unchanged: 1, left_out: 3, foreign: 1, adds: 2, changes: 0 });
  expect(effectOf(counts)).toBe('Adds 2.');
  expect(effectOf({ ...counts, adds: 1240, changes: 7 })).toBe('Adds 1,240, changes 7.');
  expect(planned.slice(3).map(noteOn)).toEqual([
    'At another school.',
    'Account without a school, with the role student.',
    'Account without a school and outside your domain: only the platform admin can take it in.',
  ]);
  expect(wantedOf(planned).map(({ row: sent }) => sent)).toEqual(rows.slice(0, 2).map((one) => one.row));
  const [others] = plan([row('other_domain', { reason: OTHERS_DOMAIN })]);
  expect(others && noteOn(others)).toBe('This email belongs to another school’s domain.');
});

it('says why nobody is imported', () => {
  expect(obstacleIn(plan([row('new'), row('faulty')]))).toBe('Correct the invalid rows first.');
  expect(obstacleIn(plan([row('unchanged')]))).toMatch(/^Everyone on this list is already at this school/);
  expect(obstacleIn(plan([row('unchanged'), row('other_school')]))).toBe('There is nobody to import.');
});

it('tells that somebody at the school stays as they are', () => {
  const here = row('unchanged', { ...account(1, 'mia'), username: 'mia.chen', role: 'teacher' });
  expect(plan([here]).map(noteOn)).toEqual(['Stays with the username mia and the role student.']);
  expect(plan([{ ...here, username: 'MIA', role: 'student' }]).map(noteOn)).toEqual([null]);
  // Also who is changed: they go on logging in with it.
  const changed = { ...here, outcome: 'changed' as const, changes: { joins: ['12B'] } };
  expect(plan([changed]).map(noteOn)).toEqual(['Group 12B. Stays with the username mia.']);
});

it('knows whether a decision is the one that was shown', () => {
  const taken = row('username_taken', { suggestion: 'mia2' });
  const shown = new Map(plan([taken]).map((one) => [one.row, one]));
  const isShown = (changes: Partial<CheckedRow>) =>
    plan([{ ...taken, ...changes }]).every((one) => wasShown(one, shown));
  expect(isShown({})).toBe(true);
  expect(isShown({ suggestion: 'mia3' })).toBe(false);
  expect(isShown({ outcome: 'no_school', ...account(1) })).toBe(false);
  expect(isShown({ outcome: 'unchanged' })).toBe(true);
  // The same address, and another account that has it since.
  const free = row('no_school', account(1));
  const draft = { choices: { [free.email]: 'take_in' } } as const;
  const [seen, other] = [1, 2].map((id) => plan([{ ...free, ...account(id) }], draft));
  const before = new Map(seen?.map((one) => [one.row, one]));
  expect(seen?.every((one) => wasShown(one, before))).toBe(true);
  expect(other?.every((one) => wasShown(one, before))).toBe(false);
});
