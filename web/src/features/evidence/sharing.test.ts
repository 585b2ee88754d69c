import { expect, it } from 'vitest';
import type { Sharing } from '../../../../contract/evidence.ts';
import { shownDate } from '../../format/shown-date.ts';
import { concerns, mayShare, sharedWords, teacherWords } from './sharing.ts';

const seen = '2020-11-12T12:00:00Z';
const day = shownDate(new Date(seen));
const hartley = { name: 'ms.hartley', is_mine: true, seen_at: seen };
const lee = { name: 'mr.lee', is_mine: true, seen_at: null };
const former = { name: 'dr.old', is_mine: false, seen_at: seen };
const sharing = (is_shared: boolean, ...teachers: Sharing['teachers']): Sharing => ({ is_shared, teachers });

it('says who sees the files and who has seen them', () => {
  expect(sharedWords(sharing(true, hartley, lee))).toBe(`Teachers see these. Seen by ms.hartley, ${day}.`);
  expect(sharedWords(sharing(true, lee))).toBe('Teachers see these.');
  expect(sharedWords(sharing(false, hartley, former))).toBe(`Seen by ms.hartley, ${day}; dr.old, ${day}.`);
  expect(sharedWords(sharing(false, lee))).toBe('');
});

it('names the teachers of now, with the day of their last look', () => {
  expect(teacherWords(sharing(true, hartley, lee, former))).toEqual([`ms.hartley, seen ${day}`, 'mr.lee']);
});

it('offers to share where there is a teacher, and always to take back', () => {
  expect(mayShare(sharing(false, lee))).toBe(true);
  expect(mayShare(sharing(true))).toBe(true);
  expect(mayShare(sharing(false, former))).toBe(false);
  expect(concerns(sharing(false, former))).toBe(true);
  expect(concerns(sharing(false))).toBe(false);
});
