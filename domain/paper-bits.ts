import type { PaperId } from './completion-key.ts';
import { PAPERS, TIMEZONES } from './papers.ts';
import { type CountedPaper, type CountedQuestion, countedPapers, type Progress, tally } from './progress.ts';
import { SESSIONS } from './years.ts';

/**
 * What a student has done in a subject as one number a year, from 2014 on, with a bit for each paper: a whole school is counted
 * from that. PostgreSQL writes it (`paper_bit`).
 */

const ZONES = [null, ...TIMEZONES] as const;

/** Which bit of its year stands for a paper. */
export const paperBit = ({ session, paper, timezone }: Omit<PaperId, 'subjectId' | 'year'>): number =>
  (SESSIONS.indexOf(session) * PAPERS.length + PAPERS.indexOf(paper)) * ZONES.length +
  ZONES.indexOf(timezone);

/** The papers of a year, by how they count, as sets of bits. */
interface YearPapers {
  year: number;
  zones: number;
  besides: number;
  strays: number;
  papers: readonly CountedPaper<number>[];
}

const ones = (bits: number): number => {
  let [left, count] = [bits, 0];
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
};
const setOf = (bits: readonly number[]): number => bits.reduce((set, bit) => set | (1 << bit), 0);

const yearsOf = (question: CountedQuestion): YearPapers[] => {
  const byYear = new Map<number, CountedPaper<number>[]>();
  for (const { zones, besides, strays } of countedPapers(question)) {
    const [first] = [...zones, ...besides, ...strays];
    if (!first) continue;
    const papers = byYear.get(first.year) ?? [];
    papers.push({
      zones: zones.map(paperBit),
      besides: besides.map(paperBit),
      strays: strays.map(paperBit),
    });
    byYear.set(first.year, papers);
  }
  return Array.from(byYear, ([year, papers]) => ({
    year,
    zones: setOf(papers.flatMap(({ zones }) => zones)),
    besides: setOf(papers.flatMap(({ besides }) => besides)),
    strays: setOf(papers.flatMap(({ strays }) => strays)),
    papers,
  }));
};

/** Of settings that are remembered: a school has few. */
const MAX_KNOWN = 1000;

type Done = Pick<CountedQuestion, 'subjectId' | 'overrides' | 'sits'> & {
  /** The papers done of a year, a bit for each. */
  doneIn: (year: number) => number;
};

/** For a whole school: as `progressOfMany` does it for a class. */
export function progressOfBits(
  shared: Pick<CountedQuestion, 'range' | 'which'>,
): (question: Done) => Pick<Progress, 'completed' | 'total'> {
  const known = new Map<string, YearPapers[]>();
  return ({ doneIn, subjectId, overrides, sits }) => {
    const settings = `${subjectId} ${sits} ${JSON.stringify(overrides?.[subjectId])}`;
    let years = known.get(settings);
    if (!years) {
      years = yearsOf({ ...shared, subjectId, overrides, sits });
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(settings, years);
    }
    let [completed, total] = [0, 0];
    for (const { year, zones, besides, strays, papers } of years) {
      const done = doneIn(year);
      // As `tally` counts; only where a stray is done does it matter which paper a bit belongs to.
      if ((done & strays) === 0) {
        const more = ones(done & besides);
        completed += ones(done & zones) + more;
        total += ones(zones) + more;
      } else {
        const counted = tally(papers, (bit) => ((done >> bit) & 1) === 1);
        completed += counted.completed;
        total += counted.total;
      }
    }
    return { completed, total };
  };
}
