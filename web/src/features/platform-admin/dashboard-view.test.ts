import { describe, expect, it } from 'vitest';
import { addressOf, type DashboardView, isFiltered, readView } from './dashboard-view.ts';

const PATH = '/admin/dashboard';
const ANALYTICS = { tab: 'users', school: 7 } as const;

describe('the address of the dashboard', () => {
  it('says the tab and whom to show', () => {
    expect(readView('')).toEqual({ tab: 'schools', q: '', school: undefined, role: undefined });
    expect(readView('?tab=users&q=a%26b&school=12&role=school_admin')).toEqual({
      tab: 'users',
      q: 'a&b',
      school: 12,
      role: 'school_admin',
    });
    expect(readView('tab=x&school=1e3&role=boss')).toEqual(readView(''));
  });

  it('begins with the users of the school whose analytics it is', () => {
    expect(readView('', ANALYTICS)).toMatchObject({ tab: 'users', school: 7 });
    expect(readView('school=all', ANALYTICS).school).toBeUndefined();
    expect(readView('school=8&tab=schools', ANALYTICS)).toMatchObject({ tab: 'schools', school: 8 });
  });

  it('is written as it is read', () => {
    const views: DashboardView[] = [
      { tab: 'schools', q: '', school: undefined, role: undefined },
      { tab: 'users', q: 'zoë & co=', school: 7, role: 'student' },
      { tab: 'users', q: '', school: undefined, role: undefined },
    ];
    for (const start of [undefined, ANALYTICS]) {
      for (const view of views)
        expect(readView(addressOf(PATH, view, start).slice(PATH.length), start)).toEqual(view);
    }
    expect(addressOf(PATH, readView(''))).toBe(PATH);
    expect(addressOf(PATH, readView('', ANALYTICS), ANALYTICS)).toBe(PATH);
  });
});

it('knows when somebody is left out', () => {
  const everybody = { q: '', school: undefined, role: undefined };
  expect(isFiltered(everybody)).toBe(false);
  expect(isFiltered({ ...everybody, q: 'a' })).toBe(true);
  expect(isFiltered({ ...everybody, school: 1 })).toBe(true);
  expect(isFiltered({ ...everybody, role: 'teacher' })).toBe(true);
});
