import { expect, test } from 'vitest';
import { RETENTION, RETENTION_RULES } from '../../../../domain/retention.ts';
import { howLong } from './how-long.ts';

test('the page has a line for every rule, with the time that the server says', () => {
  const lines = howLong(RETENTION);
  expect(lines).toHaveLength(RETENTION_RULES.length);
  expect(new Set(lines.map(([what]) => what)).size).toBe(RETENTION_RULES.length);
  expect(lines).toContainEqual(['The record of logins and of what admins did', '730 days']);
  expect(howLong({ ...RETENTION, audit: { days: 400 } })).toContainEqual([
    'The record of logins and of what admins did',
    '400 days',
  ]);
});
