import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('counts in words', () => {
  expect([counted(0, 'student'), counted(1, 'student'), counted(1240, 'student')]).toEqual([
    '0 students',
    '1 student',
    '1,240 students',
  ]);
});
