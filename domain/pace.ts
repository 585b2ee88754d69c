import { daysAfter, mondayOf, weekOf } from './activity.ts';
import { isoDay } from './days.ts';
import { FIRST_YEAR, MAX_YEAR, SESSIONS, type Sitting } from './years.ts';

/** How many papers a week: what is needed until the exams, and what a student does. By the reader's own calendar. */

/** What a student says about it, as it is stored. */
export interface Pace {
  /** Of their own exams: 'May 2027'. Null until they have named it, and nothing is said about pace. */
  session: string | null;
  /** Papers a week; null for as many as are needed, which the words say anyway. */
  goal: number | null;
  /** By their Mondays, '2026-12-21'. They neither count nor end a streak. */
  weeks_off: readonly string[];
  /** They do not want to be asked for the session. */
  not_now: boolean;
}

export const NO_PACE: Pace = { session: null, goal: null, weeks_off: [], not_now: false };

export const MAX_GOAL = 50;
/** More than a year has. */
export const MAX_WEEKS_OFF = 60;

export function parseExamSession(text: string): Sitting | undefined {
  const [name, digits = '', ...rest] = text.split(' ');
  const session = SESSIONS.find((one) => one === name);
  const year = /^\d{4}$/.test(digits) ? Number(digits) : 0;
  const isSound = rest.length === 0 && year >= FIRST_YEAR && year <= MAX_YEAR;
  return session && isSound ? { session, year } : undefined;
}

/** Of a text: whether it is the day of a Monday, as '2026-12-21' is. */
export function isMonday(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return day.getUTCDay() === 1 && day.toISOString().startsWith(text);
}

/** The IB's timetable differs by days from year to year; for a plan in weeks one rule is near enough. */
const examsBegin = ({ session, year }: Sitting): Date =>
  // The last Monday of April, the third of October.
  mondayOf(session === 'May' ? new Date(year, 3, 30) : new Date(year, 9, 21));
const monthAfter = ({ session, year }: Sitting): Date => new Date(year, session === 'May' ? 5 : 11, 1);

const OFFERED = 5;

/** The sessions that somebody can name: those that are not over, as far ahead as a diploma takes. */
export const sessionsAhead = (now: Date): string[] =>
  [0, 1, 2, 3]
    .flatMap((ahead) => SESSIONS.map((session) => ({ session, year: now.getFullYear() + ahead })))
    .filter((sitting) => now < monthAfter(sitting))
    .slice(0, OFFERED)
    .map(({ session, year }) => `${session} ${year}`);

/** Whether the session is named and not over: what is past is as if it had not been named. */
export function isSessionOpen(session: string | null, now: Date): session is string {
  const sitting = session === null ? undefined : parseExamSession(session);
  return sitting !== undefined && now < monthAfter(sitting);
}

/** The Mondays from this week's until the exams; half a year of them where these are not known, or are here. */
export function weeksAhead(session: string | null, now: Date): string[] {
  const sitting = session === null ? undefined : parseExamSession(session);
  const monday = mondayOf(now);
  const begin = sitting && examsBegin(sitting);
  const end = begin && begin > monday ? begin : daysAfter(monday, 26 * 7);
  return mondaysBetween(monday, end).map(isoDay);
}

function mondaysBetween(first: Date, end: Date): Date[] {
  const mondays: Date[] = [];
  for (let monday = first; monday < end; monday = daysAfter(monday, 7)) mondays.push(monday);
  return mondays;
}

/** The weeks until the exams that are not off, this one included; 0 from their beginning on. */
export function weeksLeft({ session, weeks_off }: Pace, now: Date): number {
  const sitting = session === null ? undefined : parseExamSession(session);
  if (!sitting) return 0;
  const off = new Set(weeks_off);
  return mondaysBetween(mondayOf(now), examsBegin(sitting)).filter((monday) => !off.has(isoDay(monday)))
    .length;
}

/** As many as a habit takes to show. */
const RECENT = 8;

/**
 * The weeks that tell how much a student does: the last eight that are over and were not off, and none from before the
 * first paper. `times` of all that was done.
 */
export function recentWeeks(times: readonly number[], weeksOff: readonly string[], now: Date): number[] {
  const off = new Set(weeksOff);
  const monday = mondayOf(now);
  const first = times.reduce((least, time) => Math.min(least, time), monday.getTime());
  return mondaysBetween(mondayOf(new Date(first)), monday)
    .filter((week) => !off.has(isoDay(week)))
    .slice(-RECENT)
    .map((week) => week.getTime());
}

/** Papers a week in these weeks, to one decimal; undefined while no week is over. */
export function ratePerWeek(times: readonly number[], weeks: readonly number[]): number | undefined {
  if (weeks.length === 0) return undefined;
  const inside = new Set(weeks);
  const count = times.filter((time) => inside.has(weekOf(time))).length;
  return Math.round((count * 10) / weeks.length) / 10;
}

export interface Plan {
  /** Papers that count and are not done. */
  left: number;
  /** 0 from the beginning of the exams on. */
  weeks: number;
  /** Undefined while nobody can tell. */
  rate: number | undefined;
}

/** A tenth of a paper a week is not worth another one. */
const SLACK = 0.1;

/** Papers a week that finish them: in halves, or one every so many weeks. */
function needed({ left, weeks }: Plan): { rate: number; words: string } {
  const exact = left / weeks;
  if (exact <= 0.5 + SLACK) {
    const every = Math.max(2, Math.floor(weeks / left));
    return { rate: 1 / every, words: `1 every ${every} weeks` };
  }
  const step = exact < 10 ? 2 : 1;
  const rate = Math.ceil((exact - SLACK) * step) / step;
  return { rate, words: `${rate} a week` };
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** How it stands, in plain words. Nobody is told that they do nothing. */
export function paceWords(plan: Plan): string {
  const { left, weeks, rate } = plan;
  if (left === 0) return 'Every paper is done.';
  if (weeks === 0) return `${counted(left, 'paper')} left`;
  const goal = needed(plan);
  const doing = rate ? `; you do ${rate}` : '';
  if (rate && rate < goal.rate) return `About ${goal.words} would finish them${doing}`;
  return `${counted(left, 'paper')} left, ${counted(weeks, 'week')}: about ${goal.words}${doing}`;
}

/** Of a goal that the student has chosen. */
export const goalWords = (done: number, goal: number): string =>
  done < goal ? `This week: ${done} of ${goal}` : `This week: ${done}, goal reached`;
