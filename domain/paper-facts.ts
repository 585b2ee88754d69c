import type { PaperId } from './completion-key.ts';
import { PAPER_FACTS } from './paper-facts-table.ts';

export interface PaperFacts {
  /** The time allowed. Undefined where it is not known, as below. */
  minutes: number | undefined;
  mostMarks: number | undefined;
}

/** What is known of a paper beyond that it was set (docs/catalogue.md). */
export function paperFacts({ subjectId, paper, year, session }: Omit<PaperId, 'timezone'>): PaperFacts {
  const facts = PAPER_FACTS[`${subjectId} ${paper}`]?.split(' ') ?? [];
  const sitting = `${year}${session === 'May' ? '' : 'N'}`;
  const from = facts.findLastIndex((text, index) => index % 2 === 0 && text <= sitting);
  const [marks, minutes] = facts[from + 1]?.split('/') ?? [];
  return { minutes: numberIn(minutes), mostMarks: numberIn(marks) };
}

const numberIn = (text: string | undefined) =>
  text === undefined || text === '-' ? undefined : Number(text);
