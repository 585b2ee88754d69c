import { completionKey, type PaperId } from './completion-key.ts';
import { type Counting, papersOfSitting, type Timezone } from './papers.ts';
import { percentageOf } from './percentage.ts';
import { sittingsInRange, type YearRange } from './years.ts';

export type CombinedStatus = 'All Complete' | 'Partially Complete' | 'Incomplete';

export function combinedStatus(done: readonly boolean[]): CombinedStatus {
  if (!done.includes(true)) return 'Incomplete';
  return done.includes(false) ? 'Partially Complete' : 'All Complete';
}

export interface Progress {
  completed: number;
  total: number;
  percentage: number;
}

/** Which papers count: those of a subject in these years, by the student's own settings. */
export interface CountedQuestion extends Counting {
  subjectId: string;
  range: Readonly<YearRange>;
}

/** The records of one paper of one sitting, by how they count (see SittingPaper). */
export interface CountedPaper<Id = PaperId> {
  zones: readonly Id[];
  besides: readonly Id[];
  strays: readonly Id[];
}

export function countedPapers({ subjectId, range, ...counting }: CountedQuestion): CountedPaper[] {
  return sittingsInRange(range).flatMap(({ year, session }) =>
    papersOfSitting({ subjectId, year, session }, counting).map(({ paper, zones, besides, strays }) => {
      const withZone = (timezone: Timezone | null) => ({ subjectId, year, session, paper, timezone });
      return {
        zones: zones.map(withZone),
        besides: besides.map(withZone),
        strays: strays.map(withZone),
      };
    }),
  );
}

/** The same with the papers by their keys, for those who ask about many records. */
export const countedKeys = (question: CountedQuestion): CountedPaper<string>[] =>
  countedPapers(question).map(({ zones, besides, strays }) => ({
    zones: zones.map(completionKey),
    besides: besides.map(completionKey),
    strays: strays.map(completionKey),
  }));

type ManyQuestion = Pick<CountedQuestion, 'range' | 'which'>;
type OneQuestion = Pick<CountedQuestion, 'subjectId' | 'overrides' | 'sits'> & {
  isDone: (key: string) => boolean;
};

/** For a whole class: most of its students count the same papers, and which these are is worked out once. */
export function progressOfMany(shared: ManyQuestion): (question: OneQuestion) => Progress {
  const known = new Map<string, CountedPaper<string>[]>();
  return ({ isDone, subjectId, overrides, sits }) => {
    const settings = `${subjectId} ${sits} ${JSON.stringify(overrides?.[subjectId])}`;
    const papers = known.get(settings) ?? countedKeys({ ...shared, subjectId, overrides, sits });
    known.set(settings, papers);
    return tally(papers, isDone);
  };
}

/** How many of all papers that the tracker has were never set, or not in as many versions. */
export function neverSet(question: CountedQuestion): number {
  const all = countedPapers({ ...question, which: 'all' });
  const set = countedPapers({ ...question, which: 'set' });
  return all.reduce(
    (sum, { zones }, at) => sum + Math.max(0, zones.length - (set[at]?.zones.length ?? 0)),
    0,
  );
}

/** The versions of a paper that are still to do. */
export function openZones<Id>(
  { zones, strays }: Pick<CountedPaper<Id>, 'zones' | 'strays'>,
  isDone: (id: Id) => boolean,
): readonly Id[] {
  return zones.filter((id) => !isDone(id)).slice(strays.filter(isDone).length);
}

/** How much is done of what counts. */
export function tally<Id>(papers: readonly CountedPaper<Id>[], isDone: (id: Id) => boolean): Progress {
  let total = 0;
  let open = 0;
  for (const paper of papers) {
    total += paper.zones.length + paper.besides.filter(isDone).length;
    open += openZones(paper, isDone).length;
  }
  return { completed: total - open, total, percentage: percentageOf(total - open, total) };
}

export interface ProgressQuestion extends CountedQuestion {
  isCompleted: (paperId: PaperId) => boolean;
}

export function progressOf({ isCompleted, ...question }: ProgressQuestion): Progress {
  return tally(countedPapers(question), isCompleted);
}
