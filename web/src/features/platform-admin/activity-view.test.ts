import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../domain/audit.ts';
import { activityAddress, countFilters, KINDS, kindsOf, readActivityView } from './activity-view.ts';

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
    from: '2026-11-01',
    to: '2026-11-16',
  } as const;
  const address = activityAddress(PATH, view);
  expect(readActivityView(address.slice(PATH.length))).toEqual(view);
  expect(countFilters(view)).toBe(5);
  expect(countFilters(plain)).toBe(0);
});

it('takes no value that is none', () => {
  const view = readActivityView('side=x&kind=logged_in&school=0x1&from=yesterday&to=2026-11-1');
  expect(view).toMatchObject({ side: 'acts', action: undefined, school: undefined, from: '', to: '' });
});

it('has every kind on one side, under a name of its own', () => {
  expect([...kindsOf('acts'), ...kindsOf('logins')].toSorted()).toEqual(AUDIT_ACTIONS.toSorted());
  expect(new Set(Object.values(KINDS)).size).toBe(AUDIT_ACTIONS.length);
});
