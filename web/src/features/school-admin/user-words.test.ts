import { expect, it } from 'vitest';
import { noUserWords, reportHead, setWords } from './user-words.ts';

it('heads a report with the group, and with many groups below the name', () => {
  const anna = { name: 'Anna Müller', username: 'anna.muller0' };
  expect(reportHead({ ...anna, groups: [] })).toEqual({ title: 'Anna Müller', groups: '' });
  expect(reportHead({ ...anna, groups: ['12B'] })).toEqual({ title: 'Anna Müller, 12B', groups: '' });
  expect(reportHead({ ...anna, name: null, groups: ['12B', 'Physics 1'] })).toEqual({
    title: 'anna.muller0',
    groups: '12B, Physics 1',
  });
});

it('says what is done of set work, and what of it came late', () => {
  expect(setWords({ set_done: 7, set_total: 8, set_late: 1 })).toBe('7 of 8, 1 late');
  expect(setWords({ set_done: 7, set_total: 8, set_late: 0 })).toBe('7 of 8');
  expect(setWords({ set_done: 0, set_total: 0, set_late: 0 })).toBe('-');
});

it('says why nobody is in the list', () => {
  expect(noUserWords('', 2)).toBe('No user matches these filters.');
  expect(noUserWords('anna', 0)).toBe('No user matches “anna”.');
  expect(noUserWords('anna', 1)).toBe('No user matches “anna” with these filters.');
});
