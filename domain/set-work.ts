import { completionKey, type PaperId } from './completion-key.ts';
import { dayAfter, earliestDay, latestDay } from './days.ts';
import { TIMEZONES } from './papers.ts';

/** Papers that a teacher sets. In this code 'set work', because papers are also 'set' by the IB. */

export const AUDIENCES = ['everyone', 'group', 'chosen'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Of one paper for one student: open, open after its day, done after its day, done. */
export const SET_STATES = ['to_do', 'overdue', 'late', 'done'] as const;

/** How many pieces of set work a teacher has at once: not withdrawn, and due in the last year or later. */
export const MAX_SET_WORK = 200;
export const MAX_SET_PAPERS = 30;
export const MAX_CHOSEN_STUDENTS = 500;
/** Of the line for the students. */
export const LINE_MAX = 200;
/** Students and grids show set work until so many days after its day. */
export const SHOWN_DAYS = 56;

const FURTHEST_DAYS = 2 * 365;

/** What is wrong with the day until which something is to be done. Where the teacher is, it may be tomorrow already. */
export function dueOnProblem(day: string, now: number): string | undefined {
  if (day < earliestDay(now)) return 'The due date is in the past.';
  return day > dayAfter(latestDay(now), FURTHEST_DAYS)
    ? 'The due date is more than two years away.'
    : undefined;
}

/**
 * The records that make a set paper done: its own, and those that leave open which variant it was. A paper that was set
 * without a variant is done by any.
 */
export function keysThatCount(paper: PaperId): readonly string[] {
  const zones = paper.timezone === null ? [null, ...TIMEZONES] : [paper.timezone, null];
  return zones.map((timezone) => completionKey({ ...paper, timezone }));
}
