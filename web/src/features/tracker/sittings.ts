import type { PaperId } from '../../../../domain/completion-key.ts';
import { type Paper, paperLabel, papersOfSitting } from '../../../../domain/papers.ts';
import type { CountedQuestion } from '../../../../domain/progress.ts';
import { fullYearRange, type Session, type Sitting, sittingsInRange } from '../../../../domain/years.ts';

/** A paper of a sitting, with the one record it has or, where variants are on, its two. */
export interface SittingPaperView {
  paper: Paper;
  papers: readonly PaperId[];
  /** Variants that the student does not sit: shown where they are done. */
  besides: readonly PaperId[];
  /** Versions that it did not have: shown where they are done, in the place of one that it had. */
  strays: readonly PaperId[];
  /** Shown where there is something in them, and never counted. */
  uncounted: readonly PaperId[];
  hasVariants: boolean;
  /** Why it was not set, where only papers that were set count. Follows 'Not set: '. */
  notSet: string | undefined;
}

export interface SittingView {
  /** Names it within its subject: '2023-May'. */
  id: string;
  year: number;
  session: Session;
  /** The first of its year: May, and in 2020 November. */
  beginsYear: boolean;
  papers: readonly SittingPaperView[];
  hasVariants: boolean;
}

/**
 * What the tracker of one subject shows: newest year first, May before November. Also the sittings of what a teacher has
 * asked for, whatever the range.
 */
export function sittingsOf(
  { subjectId, range, ...counting }: CountedQuestion,
  asked: readonly PaperId[] = [],
): readonly SittingView[] {
  const isShown = (sitting: Sitting) =>
    (sitting.year >= range.startYear && sitting.year <= range.endYear) || isOf(asked, subjectId, sitting);
  return sittingsInRange(fullYearRange())
    .filter(isShown)
    .map(({ year, session }, index, all) => {
      const sitting = { subjectId, year, session };
      const papers = papersOfSitting(sitting, counting).map(({ paper, notSet, ...versions }) => {
        const withZone = (timezone: PaperId['timezone']) => ({ ...sitting, paper, timezone });
        return {
          paper,
          papers: versions.zones.map(withZone),
          besides: versions.besides.map(withZone),
          strays: versions.strays.map(withZone),
          uncounted: versions.uncounted.map(withZone),
          hasVariants: versions.zones.length > 1,
          notSet,
        };
      });
      return {
        id: sittingId({ year, session }),
        year,
        session,
        beginsYear: all[index - 1]?.year !== year,
        papers,
        hasVariants: papers.some((paper) => paper.hasVariants),
      };
    });
}

/** Whether one of these papers is of the sitting. */
export const isOf = (papers: readonly PaperId[], subjectId: string, { year, session }: Sitting): boolean =>
  papers.some((paper) => paper.subjectId === subjectId && paper.year === year && paper.session === session);

/** Where nothing is left to do. */
export const nothingLeft = (sittings: readonly SittingView[]): string =>
  sittings.some(({ papers }) => papers.some(({ notSet }) => notSet === undefined))
    ? 'Every paper of these years is done.'
    : 'No papers were set in these years.';

export const sittingId = ({ year, session }: Sitting) => `${year}-${session}`;

/** 'Paper 1, May 2023, TZ1': how a paper is called where nothing around it says which it is. */
export function paperName({ paper, session, year, timezone }: Omit<PaperId, 'subjectId'>): string {
  const plain = `${paperLabel(paper)}, ${session} ${year}`;
  return timezone === null ? plain : `${plain}, ${timezone}`;
}
