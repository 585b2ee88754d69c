import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../domain/audit.ts';
import {
  type ActivityView,
  activityAddress,
  chosenIn,
  KINDS,
  kindsOf,
  readActivityView,
} from './activity-view.ts';

const PATH = '/admin/activity';

it('reads what it writes, and a plain address as all acts', () => {
  const plain = readActivityView('');
  expect(plain.side).toBe('acts');
  expect(activityAddress(PATH, plain)).toBe(PATH);
  const view = {
    side: 'logins',
    q: 'ann',
    action: 'logged_in',
    person: 'mia@school.edu',
    school: 3,
    from: '2019-11-01',
    to: '2019-11-16',
  } as const;
  const address = activityAddress(PATH, view);
  expect(readActivityView(address.slice(PATH.length))).toEqual(view);
  const schools = [{ id: 3, name: 'Riverside', domain_pattern: '@riverside.example' }];
  const chosen = chosenIn(view, schools);
  expect(chosen.map(({ kind, value }) => `${kind}: ${value}`)).toEqual([
    'Kind: Logins of users',
    'Person: mia@school.edu',
    'School: Riverside',
    'From: 1 Nov 2019',
    'To: 16 Nov 2019',
  ]);
  expect(chosenIn(view, undefined)[2]?.value).toBe('School 3');
  expect(chosenIn(plain, schools)).toEqual([]);
  // One less for each that is taken back, until none is left.
  const left: ActivityView = { ...view };
  for (const [index, { without }] of chosen.entries()) {
    Object.assign(left, without);
    expect(chosenIn(left, schools)).toEqual(chosen.slice(index + 1));
  }
  expect(left).toEqual({ ...plain, side: 'logins', q: 'ann' });
});

it('takes no value that is none', () => {
  const view = readActivityView('side=x&kind=logged_in&school=0x1&from=yesterday&to=2026-13-01');
  expect(view).toMatchObject({ side: 'acts', action: undefined, school: undefined, from: '', to: '' });
  expect(readActivityView('from=0000-01-01&to=1999-12-31')).toMatchObject({ from: '', to: '' });
});

it('has every kind on one side, under a name of its own', () => {
  expect([...kindsOf('acts'), ...kindsOf('logins')].toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
  expect(new Set(Object.values(KINDS)).size).toBe(AUDIT_ACTIONS.length);
});
