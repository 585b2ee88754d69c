import { expect, test } from 'vitest';
import { signal } from './programs.ts';

test('no process is never taken for all of them', () => {
  expect(() => signal([0], 'SIGCONT')).toThrow('does not run');
  expect(() => signal([-1], 'SIGCONT')).toThrow('does not run');
  expect(() => signal([], 'SIGCONT')).not.toThrow();
});
