import type { PaperId } from '../../../../domain/completion-key.ts';
import { type Paper, paperLabel, papersOfSitting } from '../../../../domain/papers.ts';
import type { CountedQuestion } from '../../../../domain/progress.ts';
import { type Session, type Sitting, sittingsInRange } from '../../../../domain/years.ts';

/** A paper of a sitting, with the one record it has or, where variants are on, its two. */
export interface SittingPaperView {
  paper: Paper;
  papers: readonly PaperId[];
  /** Variants that the student does not sit: shown where they are done. */
  besides: readonly PaperId[];
  hasVariants: boolean;
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

/** What the tracker of one subject shows: newest year first, May before November. */
export function sittingsOf({ subjectId, range, overrides, sits }: CountedQuestion): readonly SittingView[] {
  return sittingsInRange(range).map(({ year, session }, index, all) => {
    const sitting = { subjectId, year, session };
    const papers = papersOfSitting(sitting, overrides, sits).map(({ paper, zones, besides }) => ({
      paper,
      papers: zones.map((timezone) => ({ ...sitting, paper, timezone })),
      besides: besides.map((timezone) => ({ ...sitting, paper, timezone })),
      hasVariants: zones.length > 1,
    }));
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

export const sittingId = ({ year, session }: Sitting) => `${year}-${session}`;

/** 'Paper 1, May 2023, TZ1': how a paper is called where nothing around it says which it is. */
export function paperName({ paper, session, year, timezone }: Omit<PaperId, 'subjectId'>): string {
  const plain = `${paperLabel(paper)}, ${session} ${year}`;
  return timezone === null ? plain : `${plain}, ${timezone}`;
}
