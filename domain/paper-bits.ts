import type { PaperId } from './completion-key.ts';
import { PAPERS, TIMEZONES } from './papers.ts';
import { type CountedPaper, type CountedQuestion, countedPapers, type Progress, tally } from './progress.ts';
import { FIRST_YEAR, SESSIONS } from './years.ts';

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

/** How many of the bits are ones: neighbours are added up in pairs, then in fours, in eights, and all of them. */
const ones = (bits: number): number => {
  const pairs = bits - ((bits >> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333);
  return Math.imul((fours + (fours >> 4)) & 0x0f0f0f0f, 0x01010101) >> 24;
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

type Settings = Pick<CountedQuestion, 'subjectId' | 'overrides' | 'sits'>;
/** The papers done, a number for each year: those of one subject begin at a place, and are so many. */
type Count = (done: Int32Array, start: number, years: number) => Pick<Progress, 'completed' | 'total'>;

const countIn =
  (years: readonly YearPapers[]): Count =>
  (numbers, start, length) => {
    let completed = 0;
    let total = 0;
    for (const { year, zones, besides, strays, papers } of years) {
      const nth = year - FIRST_YEAR;
      const done = nth < length ? (numbers[start + nth] ?? 0) : 0;
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

/** For a whole school, as `progressOfMany` does it for a class: by a student's settings how a subject is counted. */
export function progressOfBits(
  shared: Pick<CountedQuestion, 'range' | 'which'>,
): (settings: Settings) => Count {
  const known = new Map<string, Count>();
  return ({ subjectId, overrides, sits }) => {
    const settings = `${subjectId} ${sits} ${JSON.stringify(overrides?.[subjectId])}`;
    let count = known.get(settings);
    if (!count) {
      count = countIn(yearsOf({ ...shared, subjectId, overrides, sits }));
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(settings, count);
    }
    return count;
  };
}
