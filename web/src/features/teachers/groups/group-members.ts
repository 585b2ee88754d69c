import { normaliseEmail } from '../../../../../domain/accounts.ts';
import { splitAddresses } from '../addresses.ts';
import type { Student } from '../useStudents.ts';

/** Who a group has, as text: an address on each line, in the order of the names. */
export const memberLines = (members: readonly Student[]): string =>
  members.map(({ email }) => email).join('\n');

/** The students whose addresses were typed or pasted, and what is none of theirs. */
export function readMembers(text: string, students: readonly Student[]) {
  const byEmail = new Map(students.map((student) => [normaliseEmail(student.email), student.id]));
  const entries = splitAddresses(text).map(({ email, name }) => ({
    given: email || (name ?? ''),
    id: byEmail.get(normaliseEmail(email)),
  }));
  return {
    ids: entries.flatMap(({ id }) => id ?? []),
    unknown: entries.flatMap(({ id, given }) => (id === undefined ? given : [])),
  };
}
