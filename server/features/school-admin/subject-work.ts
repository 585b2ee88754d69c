import type { FoundUser } from './users.queries.ts';

/** What a student has done in a subject, by year from 2014 on. */
export interface SubjectWork {
  subjectId: string;
  /** The papers done, a bit for each (domain/paper-bits.ts). */
  done: number[];
  scoreSums: number[];
  scoreCounts: number[];
}

const YEAR_BYTES = 8;
/** Of two bytes; those of Buffer check what is known here, and there are tens of thousands. */
const numberAt = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** PostgreSQL writes it (`year_bytes`): of each subject how many bytes follow, and these, eight for a year. */
export const readWork = ({ subjects, work: bytes }: Pick<FoundUser, 'subjects' | 'work'>): SubjectWork[] => {
  if (subjects === null || bytes === null) return [];
  let at = 0;
  return subjects.split(' ').map((subjectId) => {
    const work: SubjectWork = { subjectId, done: [], scoreSums: [], scoreCounts: [] };
    const end = at + 2 + numberAt(bytes, at);
    for (at += 2; at < end; at += YEAR_BYTES) {
      work.done.push((numberAt(bytes, at) << 16) | numberAt(bytes, at + 2));
      work.scoreSums.push(numberAt(bytes, at + 4));
      work.scoreCounts.push(numberAt(bytes, at + 6));
    }
    return work;
  });
};
