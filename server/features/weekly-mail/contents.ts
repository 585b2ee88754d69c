import { completionKey, parseCompletionKey } from '../../../domain/completion-key.ts';
import { dayAfter } from '../../../domain/days.ts';
import { isSessionOpen, paceWords, weeksLeft } from '../../../domain/pace.ts';
import { progressOf } from '../../../domain/progress.ts';
import { keysThatCount } from '../../../domain/set-work.ts';
import { shownName } from '../../../domain/shown-name.ts';
import { subjectName } from '../../../domain/subjects.ts';
import { defaultYearRange, withStartYear } from '../../../domain/years.ts';
import type { Queries } from '../../db/database.ts';
import type { Section } from '../../mail/frame.ts';
import { getPreferences } from '../accounts/accounts.queries.ts';
import { listDueBetween, listForStudent } from '../set-work/set-work.queries.ts';
import { listReasons } from '../teachers/attention.queries.ts';
import { listSubjects } from '../tracker/tracker.queries.ts';
import { listDoneKeys } from './weekly-mail.queries.ts';

/**
 * What a weekly mail says: names, subjects, days and counts of papers. Never a score: a mail is read on screens that
 * others see.
 */

/** A mail is read on a phone; the page has the rest. */
const MOST = 30;
const section = (title: string, lines: readonly string[]): Section[] => {
  if (lines.length === 0) return [];
  const more = lines.length - MOST;
  return [{ title, lines: more > 0 ? [...lines.slice(0, MOST), `and ${more} more`] : [...lines] }];
};

const papers = (count: number): string => (count === 1 ? '1 paper' : `${count} papers`);

const papersOf = (subjectId: string, count: number): string =>
  `${papers(count)} in ${subjectName(subjectId)}`;

/** 'Friday 20 November', of '2026-11-20'. */
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const dayWords = (day: string): string => dayFormat.format(new Date(day)).replace(',', '');

const DAYS_AHEAD = 6;

/** Who needs attention, and what is due from today on; empty when there is nothing to say. */
export const teachersSections = async (tx: Queries, userId: number, today: string): Promise<Section[]> => {
  const named = (await listReasons(tx, userId))
    .map(({ name, email, ...reasons }) => ({ shown: shownName({ name, email }), ...reasons }))
    .toSorted((a, b) => a.shown.localeCompare(b.shown, 'en', { sensitivity: 'base' }));
  const due = await listDueBetween(tx, userId, today, dayAfter(today, DAYS_AHEAD));
  return [
    ...section(
      'Set work overdue',
      named.flatMap(({ shown, overdue }) =>
        overdue ? `${shown}: ${papers(overdue.papers)} since ${dayWords(overdue.since)}` : [],
      ),
    ),
    ...section(
      'Needs a look',
      named.flatMap(({ shown, scores_down: points }) => (points === null ? [] : shown)),
    ),
    ...section(
      'Nothing done for 14 days',
      named.flatMap(({ shown, idle }) =>
        idle ? `${shown}: ${idle.days === null ? 'nothing yet' : `${idle.days} days`}` : [],
      ),
    ),
    ...section(
      'Due this week',
      due.map(
        ({ subject_id: id, due_on: day, papers: count, done, total }) =>
          `${papersOf(id, count)} for ${dayWords(day)}, ${done} of ${total} done`,
      ),
    ),
  ];
};

/** Noon of a day by our own clock: what domain/pace.ts knows of time are the days of a calendar. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00`);

const paceLines = async (
  tx: Queries,
  userId: number,
  today: string,
  isDone: (key: string) => boolean,
): Promise<string[]> => {
  const {
    pace,
    year_ranges: ranges,
    timezone_overrides: overrides,
    sits,
    papers: which,
  } = await getPreferences(tx, userId);
  const now = noonOf(today);
  if (!isSessionOpen(pace.session, now)) return [];
  const left = (await listSubjects(tx, userId)).reduce((sum, subjectId) => {
    const range = ranges[subjectId] ?? defaultYearRange();
    const { total, completed } = progressOf({
      subjectId,
      range: withStartYear(range, range.startYear),
      overrides,
      sits: sits ?? undefined,
      which: which ?? undefined,
      isCompleted: (paper) => isDone(completionKey(paper)),
    });
    return sum + total - completed;
  }, 0);
  const weeks = weeksLeft(pace, now);
  return left === 0 ? [] : [`${paceWords({ left, weeks, rate: undefined })}.`];
};

/** What is set and not done, and how many papers are left until the exams; empty when there is nothing to say. */
export const studentsSections = async (tx: Queries, userId: number, today: string): Promise<Section[]> => {
  const done = new Set(await listDoneKeys(tx, userId));
  const isOpen = (key: string): boolean => {
    const paper = parseCompletionKey(key);
    return paper !== undefined && !keysThatCount(paper).some((one) => done.has(one));
  };
  const set = (await listForStudent(tx, userId)).flatMap(
    ({ subject_id: id, due_on: day, teacher, papers: keys }) => {
      const open = keys.filter(isOpen).length;
      if (open === 0) return [];
      const due = day < today ? `, was due ${dayWords(day)}` : ` for ${dayWords(day)}`;
      return `${papersOf(id, open)}${due}, set by ${teacher}`;
    },
  );
  const pace = await paceLines(tx, userId, today, (key) => done.has(key));
  return [...section('Set for you', set), ...section('Until your exams', pace)];
};
