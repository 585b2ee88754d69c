import { expect, it } from 'vitest';
import { readPeopleView, searchOfPeople } from './people-view.ts';

it('reads from the address what it has written there', () => {
  for (const view of [
    { show: 'all', q: '' },
    { show: 'all', q: '11A & 11B' },
    { show: 'archived', q: 'müller' },
  ] as const)
    expect(readPeopleView(searchOfPeople(view))).toEqual(view);
});

it('says nothing of what is as it is at first', () => {
  expect(searchOfPeople({ show: 'all', q: '' })).toBe('?tab=users');
  expect(searchOfPeople({ show: 'archived', q: '11A' })).toBe('?tab=users&show=archived&q=11A');
});

it('shows everybody for what it does not know, and searches for no more than the field takes', () => {
  expect(readPeopleView('?tab=users&show=nobody')).toEqual({ show: 'all', q: '' });
  expect(readPeopleView(`?q=${'a'.repeat(5000)}`).q.length).toBeLessThan(500);
});
