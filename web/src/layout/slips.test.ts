import { expect, test } from 'vitest';
import { inGroups } from './slips.ts';

test('slips are handed out by group, and within one in the order of the list', () => {
  const slip = (username: string, group?: string) => ({ username, password: 'secret', group });
  const slips = [slip('zoe', '12B'), slip('ida'), slip('mia', '9A'), slip('ben', '12B'), slip('leo', '12A')];
  expect(inGroups(slips).map(({ username }) => username)).toEqual(['mia', 'leo', 'zoe', 'ben', 'ida']);
});
