import { CATALOGUE } from './catalogue-table.ts';
import type { Paper, SubjectSitting } from './papers.ts';
import { FIRST_YEAR, SESSIONS } from './years.ts';

/** What is known of one paper in one sitting. */
export type Availability =
  /** `versions`: one for the whole world, or two, TZ1 and TZ2. Undefined: not known. */
  | { state: 'set'; versions: 1 | 2 | undefined }
  /** `reason` goes on after 'Not set: '. */
  | { state: 'not set'; reason: string }
  | { state: 'unknown' };

const REASONS: Readonly<Record<string, (paper: Paper) => string>> = {
  x: () => 'the May 2020 exams were not held',
  f: () => 'before first exams, May 2021',
  d: (paper) => `Paper ${paper.at(-1)} was dropped in 2021 and 2022`,
  w: (paper) =>
    paper === 'essay' ? 'the HL essay is coursework' : 'coursework only, without a written exam',
  e: () => 'the HL essay began in 2021',
  t: () => 'Paper 3 began in May 2024',
  s: () => 'Paper 3 begins in 2026',
  h: () => 'not offered at HL before 2026',
  l: () => 'the listening paper ended in 2021',
};

/** Whether a paper was really set, and in how many versions (docs/catalogue.md). */
export function availability(sitting: SubjectSitting, paper: Paper): Availability {
  const { subjectId, year, session } = sitting;
  // Two signs a year, and a blank.
  const sign =
    CATALOGUE[`${subjectId} ${paper}`]?.[(year - FIRST_YEAR) * 3 + SESSIONS.indexOf(session)] ?? '?';
  if (sign === '1' || sign === '2') return { state: 'set', versions: sign === '1' ? 1 : 2 };
  if (sign === 'y') return { state: 'set', versions: undefined };
  const reason = REASONS[sign];
  return reason ? { state: 'not set', reason: reason(paper) } : { state: 'unknown' };
}
