import { dayAfter } from './days.ts';

/** When the weekly mail is due: from the morning of a weekday, by the clock of the time zone that somebody chose. */

export interface WeeklyChoice {
  /** From Monday, 1, to Sunday. */
  weekday: number;
  /** By its IANA name, 'Europe/Berlin'. */
  time_zone: string;
}

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export const TIME_ZONE_MAX = 64;

export const SEND_HOUR = 7;
const MINUTE_MS = 60_000;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What the clocks there show, as if it were UTC. */
function clockIn(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

/** The time at which the clocks there show this hour of this day. Where they are put forward over it, just after. */
function timeIn(timeZone: string, day: string, hour: number): number {
  const wanted = Date.parse(day) + hour * 60 * MINUTE_MS;
  const offsetAt = (time: number) => clockIn(timeZone, time) - Math.floor(time / MINUTE_MS) * MINUTE_MS;
  const near = wanted - offsetAt(wanted);
  return wanted - offsetAt(near);
}

/** Which day it is there. */
export const dayIn = (timeZone: string, at: number): string =>
  new Date(clockIn(timeZone, at)).toISOString().slice(0, 10);

/** From Monday, 1, to Sunday. */
const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;

/** The first morning of the weekday that is still to come. */
export function nextWeekly({ weekday, time_zone: timeZone }: WeeklyChoice, now: number): number {
  const today = dayIn(timeZone, now);
  const day = dayAfter(today, (weekday - weekdayOf(today) + 7) % 7);
  const morning = timeIn(timeZone, day, SEND_HOUR);
  return morning > now ? morning : timeIn(timeZone, dayAfter(day, 7), SEND_HOUR);
}

/** Whether it is that weekday there, and morning or later. */
export function isWeeklyTime({ weekday, time_zone: timeZone }: WeeklyChoice, now: number): boolean {
  const today = dayIn(timeZone, now);
  return weekdayOf(today) === weekday && timeIn(timeZone, today, SEND_HOUR) <= now;
}

/** Whole minutes until the day ends there; never none. */
export const minutesLeftOfDay = (timeZone: string, now: number): number =>
  Math.max(1, Math.floor((timeIn(timeZone, dayAfter(dayIn(timeZone, now), 1), 0) - now) / MINUTE_MS));
