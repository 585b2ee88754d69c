import { FIRST_YEAR } from '../../../domain/years.ts';

/** What is kept about the subjects of students who take the same, a number for each year from 2014 on. */
export interface Work {
  subjectIds: readonly string[];
  /** The papers of a year that are done, a bit for each (domain/paper-bits.ts). */
  done: Int32Array;
  /** The sum of a year's scores, and in its last eight bits how many there are. */
  sums: Int32Array;
  /** How many years there are of each subject. */
  years: number;
}

const NUMBER_BYTES = 3;

const numbersOf = (text: string | null): Int32Array => {
  const bytes = Buffer.from(text ?? '', 'base64');
  const numbers = new Int32Array(bytes.length / NUMBER_BYTES);
  for (let nth = 0, at = 0; nth < numbers.length; nth += 1, at += NUMBER_BYTES)
    numbers[nth] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return numbers;
};

/** PostgreSQL writes it (`true_student_work`), one student after the other. What was not asked for is null. */
export const readWork = (kept: Record<'subjects' | 'done' | 'sums', string | null>, students = 1): Work => {
  const subjectIds = kept.subjects ? kept.subjects.split(' ') : [];
  const [done, sums] = [numbersOf(kept.done), numbersOf(kept.sums)];
  const years = Math.max(done.length, sums.length) / (students * subjectIds.length || 1);
  return { subjectIds, done, sums, years };
};

/** Where the numbers of a student's subject begin. */
export const placeOf = ({ subjectIds, years }: Work, student: number, subject: number): number =>
  (student * subjectIds.length + subject) * years;

/** The average of the scores of some years in whole per cent, of subjects that follow each other; null without any score. */
export const averageIn = (
  { sums, years }: Work,
  { from, to }: { from: number; to: number },
  start: number,
  subjects: number,
): number | null => {
  const [first, last] = [from - FIRST_YEAR, Math.min(to - FIRST_YEAR, years - 1)];
  let sum = 0;
  let count = 0;
  for (let subject = start; subject < start + subjects * years; subject += years)
    for (let nth = subject + first; nth <= subject + last; nth += 1) {
      const kept = sums[nth] ?? 0;
      sum += kept >> 8;
      count += kept & 0xff;
    }
  return count === 0 ? null : Math.round(sum / count);
};
