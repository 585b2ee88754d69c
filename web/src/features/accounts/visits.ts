import type { Visit } from '../../../../contract/accounts.ts';
import type { VisitChange } from '../../../../domain/audit.ts';
import { counted } from '../../format/counted.ts';
import { shownDate, shownTime } from '../../format/shown-date.ts';

/** A visit of the platform admin's, in the words of the person who was visited. */

/** '16 Nov 2026, 14:02 – 14:20', by the reader's clock. */
export function whenOf({ started_at, ended_at }: Visit): string {
  const start = new Date(started_at);
  const from = shownTime(start);
  const to = ended_at === null ? 'now' : shownTime(new Date(ended_at));
  return `${shownDate(start)}, ${from === to ? from : `${from} – ${to}`}`;
}

const times = (count: number) => (count === 1 ? '' : ` ${counted(count, 'time')}`);

const WORDS: Record<VisitChange, (count: number) => string> = {
  papers: (count) => counted(count, 'change to a paper', 'changes to papers'),
  files_added: (count) => `${counted(count, 'file')} added`,
  files_removed: (count) => `${counted(count, 'file')} removed`,
  subjects: (count) => `subjects changed${times(count)}`,
  preferences: (count) => `year ranges, timezones or exams changed${times(count)}`,
  subjects_taught: (count) => `subjects taught changed${times(count)}`,
  students_added: (count) => `${counted(count, 'student')} added`,
  students_removed: (count) => `${counted(count, 'student')} removed`,
  students_set_aside: (count) => `${counted(count, 'student')} set aside or brought back`,
  students_renamed: (count) => `${counted(count, 'student')} renamed`,
  groups: (count) => `groups of students changed${times(count)}`,
  set_work: (count) => counted(count, 'change to set papers', 'changes to set papers'),
  feedback: (count) => `${counted(count, 'message')} sent as feedback`,
};

/** '3 changes to papers, 1 file removed.' */
export function whatOf({ changes }: Visit): string {
  if (changes === null) return 'Changes were not recorded at the time.';
  if (changes.length === 0) return 'Nothing was changed.';
  const words = changes.map(({ kind, count }) => WORDS[kind](count)).join(', ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

export const hasChanges = ({ changes }: Visit): boolean => changes !== null && changes.length > 0;

/** So many of the visits, in their order: those in which something was changed come before the others. */
export function mostTelling(visits: readonly Visit[], count: number): Visit[] {
  const first = [...visits.filter(hasChanges), ...visits.filter((visit) => !hasChanges(visit))].slice(
    0,
    count,
  );
  return visits.filter((visit) => first.includes(visit));
}
