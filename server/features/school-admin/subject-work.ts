/** What a student has done in a subject, by year from 2014 on. */
export interface SubjectWork {
  subjectId: string;
  /** The papers done, a bit for each (domain/paper-bits.ts). */
  done: number[];
  scoreSums: number[];
  scoreCounts: number[];
}

const YEAR_BYTES = 8;

/** PostgreSQL writes it (`year_bytes`): of each subject how many bytes follow, and these, eight for a year. */
export const readWork = (subjects: readonly string[], bytes: Buffer | null): SubjectWork[] => {
  let at = 0;
  return subjects.map((subjectId) => {
    const work: SubjectWork = { subjectId, done: [], scoreSums: [], scoreCounts: [] };
    if (!bytes) return work;
    const end = at + 2 + bytes.readUInt16BE(at);
    for (at += 2; at < end; at += YEAR_BYTES) {
      work.done.push(bytes.readUInt32BE(at));
      work.scoreSums.push(bytes.readUInt16BE(at + 4));
      work.scoreCounts.push(bytes.readUInt16BE(at + 6));
    }
    return work;
  });
};
