import { completionKey } from './completion-key.ts';
import { paperLabel, papersOfSitting, type Timezone } from './papers.ts';
import { type CountedQuestion, progressOf } from './progress.ts';
import { averageScore } from './scores.ts';
import { type Session, sittingsInRange } from './years.ts';

/** What a share page shows of a subject: what the student's own tracker shows, less everything but the ticks. */

interface SharedVersion {
  timezone: Timezone | null;
  done: boolean;
  /** Only where it is done. */
  score: number | null;
}

interface SharedPaper {
  /** 'Paper 1'. In words, so that the page need not know of papers, and is light. */
  label: string;
  /** Only papers that were set count, and this one was not. */
  unset: boolean;
  versions: SharedVersion[];
}

interface SharedSitting {
  year: number;
  session: Session;
  papers: SharedPaper[];
}

export interface SharedSubject {
  completed: number;
  total: number;
  /** Of the scores of the subject, in whole per cent; null where none was entered. */
  average: number | null;
  sittings: SharedSitting[];
}

/** The papers that are done, by their keys, with their scores. */
export type DonePapers = Readonly<Record<string, number | null>>;

export function sharedSubject(question: CountedQuestion, done: DonePapers): SharedSubject {
  const { completed, total } = progressOf({
    ...question,
    isCompleted: (paperId) => completionKey(paperId) in done,
  });
  return {
    completed,
    total,
    average: averageScore(scoresOf([question.subjectId], done)),
    sittings: sittingsOf(question, done).filter(({ papers }) => papers.some(isShown)),
  };
}

/** As the tracker's averages: of all years, also of those that are not shown. */
export function scoresOf(subjectIds: readonly string[], done: DonePapers): number[] {
  const wanted = new Set(subjectIds);
  return Object.entries(done).flatMap(([key, score]) =>
    score !== null && wanted.has(key.slice(0, key.indexOf('-'))) ? score : [],
  );
}

/** A sitting in which nothing was set has no line. */
const isShown = ({ versions }: SharedPaper) => versions.length > 0;

function sittingsOf({ subjectId, range, ...counting }: CountedQuestion, done: DonePapers): SharedSitting[] {
  return sittingsInRange(range).map(({ year, session }) => {
    const sitting = { subjectId, year, session };
    const papers = papersOfSitting(sitting, counting).map(({ paper, notSet, ...versions }) => {
      const versionOf = (timezone: Timezone | null): SharedVersion => {
        const key = completionKey({ ...sitting, paper, timezone });
        return { timezone, done: key in done, score: done[key] ?? null };
      };
      const isDone = ({ done: is }: SharedVersion) => is;
      const [own, strays] = [versions.zones.map(versionOf), versions.strays.map(versionOf).filter(isDone)];
      // Where a paper has one version, a tick under another stands in its place.
      const isFilled = own.length === 1 && strays.length > 0;
      return {
        label: paperLabel(paper),
        unset: notSet !== undefined,
        versions: [
          ...(isFilled ? own.filter(isDone) : own),
          ...versions.besides.map(versionOf).filter(isDone),
          ...strays,
          ...versions.uncounted.map(versionOf).filter(isDone),
        ],
      };
    });
    return { year, session, papers };
  });
}
