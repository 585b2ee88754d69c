import { expect, it } from 'vitest';
import type { Student } from '../useStudents.ts';
import { memberLines, readMembers } from './group-members.ts';

const student = (id: number, email: string): Student => ({
  id,
  email,
  name: null,
  status: 'active',
  invitation_link: null,
});
const AMELIE = student(1, 'amelie@x.org');
const BEN = student(2, 'ben@x.org');

it('reads back what it writes', () => {
  expect(readMembers(memberLines([AMELIE, BEN]), [BEN, AMELIE])).toEqual({ ids: [1, 2], unknown: [] });
});

it('finds students by their address, each once, and names what it does not find', () => {
  const text = 'Amelie Fontaine\tAMELIE@x.org\nSomebody\tsomebody@x.org\nAmelie\tamelie@x.org\nNo Mail\t';
  expect(readMembers(text, [AMELIE, BEN])).toEqual({ ids: [1], unknown: ['somebody@x.org', 'No Mail'] });
  expect(readMembers('', [AMELIE])).toEqual({ ids: [], unknown: [] });
});
