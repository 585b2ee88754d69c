import { describe, expect, it } from 'vitest';
import { leaveAt, topOf } from '../../navigation/page-view.ts';
import { addressOf, readView, wayBack } from './dashboard-view.ts';

describe('the address of the dashboard', () => {
  it('says the tab and the search', () => {
    expect(readView('')).toEqual({ tab: 'users', q: '' });
    expect(readView('tab=statistics&q=ann')).toEqual({ tab: 'statistics', q: '' });
    expect(readView('?q=a%26b')).toEqual({ tab: 'users', q: 'a&b' });
    expect(readView('tab=nonsense').tab).toBe('users');
  });

  it('is written as it is read', () => {
    expect(addressOf({})).toBe('/schooladmin/dashboard');
    for (const view of [
      { tab: 'teachers', q: '' },
      { tab: 'users', q: 'zoë & co=' },
    ] as const)
      expect(readView(addressOf(view).split('?')[1] ?? '')).toEqual(view);
  });

  it('is where the way back leads', () => {
    expect(wayBack('teachers')).toBe('/schooladmin/dashboard?tab=teachers');
    leaveAt(addressOf({ q: 'ann' }), 300);
    expect(wayBack('teachers')).toBe('/schooladmin/dashboard?q=ann');
    expect([topOf('/schooladmin/dashboard?q=ann'), topOf('/schooladmin/dashboard')]).toEqual([300, 0]);
  });
});
