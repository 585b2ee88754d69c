import { describe, expect, it } from 'vitest';
import { leaveOpen, settle } from './arrived.ts';
import type { WantedRow } from './plan-import.ts';
import type { ImportedRow, ImportResult } from './shown-once.ts';
import type { CheckedRow } from './useImportCheck.ts';

const MOMENT = '2026-11-16T10:00:00.000Z';
const LATER = '2026-11-16T10:00:07.000Z';
const LOST = 'The password was lost with the connection.';

const wanted = (row: number, more: Partial<WantedRow> = {}): WantedRow => ({
  row,
  username: `user${row}`,
  email: `user${row}@school.edu`,
  role: 'student',
  ...more,
});
const result = (...rest: WantedRow[]): ImportResult => ({
  rows: rest.map(
    ({ row, username, email, role }): ImportedRow => ({
      id: row,
      username,
      email,
      role,
      password: null,
      became: 'waiting',
      note: null,
    }),
  ),
  rest,
});
const fresh = (row: WantedRow): CheckedRow => ({ ...row, outcome: 'new', reason: null });
const there = (row: WantedRow, account: Partial<NonNullable<CheckedRow['account']>> = {}): CheckedRow => ({
  ...row,
  outcome: 'unchanged',
  reason: null,
  account: { id: row.row, username: row.username, role: row.role, created_at: MOMENT, ...account },
});
const became = ({ rows }: ImportResult) => rows.map((row) => row.became);

describe('a part whose answer was lost', () => {
  const [one, two, three] = [wanted(1), wanted(2), wanted(3)];

  it('was made: its users are named, and nobody is sent again', () => {
    const settled = settle(result(one, two), [there(one), there(two)]);
    expect(settled.rows).toMatchObject([
      { became: 'added', password: null, note: LOST },
      { became: 'added', password: null, note: LOST },
    ]);
    expect(settled.rest).toEqual([]);
  });

  it('claimed an account: its new password was seen by nobody', () => {
    const [claimed, joined] = [wanted(1, { take_in: 1 }), wanted(2, { take_in: 2 })];
    const before = result(claimed, joined);
    const marked = { ...before, rows: before.rows.map((row) => ({ ...row, isClaimed: row.id === 1 })) };
    const settled = settle(marked, [there(claimed), there(joined)]);
    expect(settled.rows).toMatchObject([{ became: 'added', note: LOST }, { became: 'taken_in' }]);
  });

  it('was not made: all of it waits', () => {
    const settled = settle(leaveOpen(result(one, two)), [fresh(one), fresh(two)]);
    expect(became(settled)).toEqual(['waiting', 'waiting']);
    expect(settled.rest).toEqual([one, two]);
  });

  it.each([
    ['another name', { username: 'mia', created_at: LATER }, 'Stays with the username mia.'],
    ['another role', { role: 'teacher' as const }, 'Stays with the role teacher.'],
  ])('has not made who is there under %s', (_, account, note) => {
    const settled = settle(result(one), [there(one, account)]);
    expect(settled.rows).toMatchObject([{ became: 'unchanged', note }]);
    expect(settled.rest).toEqual([]);
  });

  it('has not made who registered under the same name at another moment', () => {
    const meanwhile = settle(result(one, two, three), [
      there(one),
      there(two, { created_at: LATER }),
      there(three),
    ]);
    expect(became(meanwhile)).toEqual(['added', 'unchanged', 'added']);
    const alone = settle(result(one, two, three), [fresh(one), there(two), fresh(three)]);
    expect(became(alone)).toEqual(['waiting', 'unchanged', 'waiting']);
    expect(alone.rest).toEqual([one, three]);
  });

  it('has taken in the accounts that were asked for, under their own names', () => {
    const [asked, other] = [wanted(1, { take_in: 71 }), wanted(2, { take_in: 72 })];
    const settled = settle(result(asked, other), [
      there(asked, { id: 71, username: 'own' }),
      there(other, { id: 99 }),
    ]);
    expect(settled.rows).toMatchObject([{ became: 'taken_in', username: 'own' }, { became: 'unchanged' }]);
  });

  it('says so of a name that was given in place of a taken one', () => {
    const given = wanted(1, { username: 'mia2' });
    const before = result(given);
    const rows = before.rows.map((row) => ({ ...row, username: 'mia', note: 'In the list: mia.' }));
    expect(settle({ ...before, rows }, [there(given)]).rows).toMatchObject([
      { became: 'added', username: 'mia2', note: `In the list: mia. ${LOST}` },
    ]);
  });
});

it('was not sent beyond its 500 rows', () => {
  const rows = Array.from({ length: 502 }, (_, index) => wanted(index + 1));
  const open = became(leaveOpen(result(...rows)));
  expect(open.filter((word) => word === 'unknown')).toHaveLength(500);
  expect(open.slice(500)).toEqual(['waiting', 'waiting']);
  // There by another way: nobody has sent them.
  const settled = settle(result(...rows), [
    ...rows.slice(0, 500).map(fresh),
    ...rows.slice(500).map((row) => there(row)),
  ]);
  expect(became(settled).slice(500)).toEqual(['unchanged', 'unchanged']);
});
