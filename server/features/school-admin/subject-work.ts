import { FIRST_YEAR } from '../../../domain/years.ts';

/** What is kept about a student's subjects by year, three bytes a year, where that of one subject stands among it. */
export interface SubjectWork {
  subjectId: string;
  done: Buffer;
  sums: Buffer;
  start: number;
  end: number;
}

const YEAR_BYTES = 3;

const numberAt = (bytes: Buffer, at: number): number =>
  ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);

/**
 * Of as many students as take the same subjects. PostgreSQL writes it (`true_student_work`): of each subject as many years, from
 * 2014 on. What was not asked for is null.
 */
export const readWork = (
  { subjects, done, sums }: Record<'subjects' | 'done' | 'sums', string | null>,
  students: number,
): { subjectIds: string[]; works: SubjectWork[][] } => {
  const subjectIds = subjects ? subjects.split(' ') : [];
  const bytes = { done: Buffer.from(done ?? '', 'base64'), sums: Buffer.from(sums ?? '', 'base64') };
  const size = Math.max(bytes.done.length, bytes.sums.length) / (students * subjectIds.length);
  const works = Array.from({ length: students }, (_, student) =>
    subjectIds.map((subjectId, nth) => {
      const start = (student * subjectIds.length + nth) * size;
      return { subjectId, ...bytes, start, end: start + size };
    }),
  );
  return { subjectIds, works };
};

/** The papers of a year that are done, a bit for each (domain/paper-bits.ts). */
export const doneIn = ({ done, start, end }: SubjectWork, year: number): number => {
  const at = start + (year - FIRST_YEAR) * YEAR_BYTES;
  return at < end ? numberAt(done, at) : 0;
};

/** The sum of the scores of some years, and how many there are. */
export const scoresOf = ({ sums, start, end }: SubjectWork, { from, to }: { from: number; to: number }) => {
  const last = Math.min(end, start + (to + 1 - FIRST_YEAR) * YEAR_BYTES);
  let [sum, count] = [0, 0];
  for (let at = start + (from - FIRST_YEAR) * YEAR_BYTES; at < last; at += YEAR_BYTES) {
    const kept = numberAt(sums, at);
    sum += kept >> 8;
    count += kept & 0xff;
  }
  return { sum, count };
};
