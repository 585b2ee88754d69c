import { FIRST_YEAR } from '../../../domain/years.ts';
import type { FoundUser } from './users.queries.ts';

/** What is kept about a student in a subject, where it stands among the bytes of all of the student's subjects. */
export interface SubjectWork {
  subjectId: string;
  bytes: Buffer;
  start: number;
  end: number;
}

/** Of a year: four bytes for the papers done, two for the sum of their scores, and two for how many of these there are. */
const YEAR_BYTES = 8;

const numberAt = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** PostgreSQL writes it (`year_bytes`): of each subject how many bytes follow, and these, from 2014 on. */
export const readWork = ({ subjects, work: bytes }: Pick<FoundUser, 'subjects' | 'work'>): SubjectWork[] => {
  if (subjects === null || bytes === null) return [];
  let end = 0;
  return subjects.split(' ').map((subjectId) => {
    const start = end + 2;
    end = start + numberAt(bytes, end);
    return { subjectId, bytes, start, end };
  });
};

/** The papers of a year that are done, a bit for each (domain/paper-bits.ts). */
export const doneIn = ({ bytes, start, end }: SubjectWork, year: number): number => {
  const at = start + (year - FIRST_YEAR) * YEAR_BYTES;
  return at < end ? (numberAt(bytes, at) << 16) | numberAt(bytes, at + 2) : 0;
};

/** The sum of the scores of some years, and how many there are. */
export const scoresOf = ({ bytes, start, end }: SubjectWork, { from, to }: { from: number; to: number }) => {
  const last = Math.min(end, start + (to + 1 - FIRST_YEAR) * YEAR_BYTES);
  let [sum, count] = [0, 0];
  for (let at = start + (from - FIRST_YEAR) * YEAR_BYTES; at < last; at += YEAR_BYTES) {
    sum += numberAt(bytes, at + 4);
    count += numberAt(bytes, at + 6);
  }
  return { sum, count };
};
