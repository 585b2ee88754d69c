import {
  PAPERS,
  type Paper,
  papersOfSitting,
  type SubjectSitting,
  TIMEZONES,
  type Timezone,
} from './papers.ts';
import { SESSIONS } from './years.ts';

export interface PaperId extends SubjectSitting {
  paper: Paper;
  timezone: Timezone | null;
}

export function completionKey({ subjectId, year, session, paper, timezone }: PaperId): string {
  const plain = `${subjectId}-${year}-${session}-${paper}`;
  return timezone === null ? plain : `${plain}-${timezone}`;
}

/** Undefined for anything but the one valid spelling of an existing paper. */
export function parseCompletionKey(key: string): PaperId | undefined {
  const [subjectId = '', yearText, sessionText, paperText, timezoneText] = key.split('-', 5);
  const session = SESSIONS.find((known) => known === sessionText);
  const paper = PAPERS.find((known) => known === paperText);
  const timezone = timezoneText === undefined ? null : TIMEZONES.find((known) => known === timezoneText);
  if (session === undefined || paper === undefined || timezone === undefined) return undefined;

  const paperId: PaperId = { subjectId, year: Number(yearText), session, paper, timezone };
  // Formatting it again refuses what the steps above let pass: '02023', '2023.0', a sixth part.
  return isExistingPaper(paperId) && completionKey(paperId) === key ? paperId : undefined;
}

/** Any timezone is accepted: plain and variant records exist side by side, whatever the setting shows. */
export function isExistingPaper(paperId: PaperId): boolean {
  return papersOfSitting(paperId).some(({ paper }) => paper === paperId.paper);
}
