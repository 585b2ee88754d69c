import { describe, expect, it } from 'vitest';
import { leaveAt, topOf } from '../../navigation/page-view.ts';
import { addressOfTab, addressOfUsers, readView, wayBack } from './dashboard-view.ts';
import { ALL_USERS } from './users-view.ts';

describe('the address of the dashboard', () => {
  it('says the tab and the search', () => {
    expect(readView('')).toEqual({ tab: 'users', users: ALL_USERS });
    expect(readView('tab=statistics&q=ann')).toEqual({ tab: 'statistics', users: ALL_USERS });
    expect(readView('?q=a%26b').users).toEqual({ ...ALL_USERS, q: 'a&b' });
    expect(readView('tab=nonsense').tab).toBe('users');
  });

  it('is written as it is read', () => {
    expect(addressOfUsers({})).toBe('/schooladmin/dashboard');
    expect(addressOfTab('users')).toBe('/schooladmin/dashboard');
    expect(readView(addressOfTab('teachers').split('?')[1] ?? '').tab).toBe('teachers');
    const users = { ...ALL_USERS, q: 'zoë & co=' };
    expect(readView(addressOfUsers(users).split('?')[1] ?? '')).toEqual({ tab: 'users', users });
  });

  it('is where the way back leads', () => {
    expect(wayBack('teachers')).toBe('/schooladmin/dashboard?tab=teachers');
    leaveAt(addressOfUsers({ q: 'ann' }), 300);
    expect(wayBack('teachers')).toBe('/schooladmin/dashboard?q=ann');
    expect([topOf('/schooladmin/dashboard?q=ann'), topOf('/schooladmin/dashboard')]).toEqual([300, 0]);
  });
});
