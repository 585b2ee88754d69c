import { dayAfter, earliestDay, latestDay } from './days.ts';

/** How many pages a student shares at once. */
export const MAX_SHARE_PAGES = 20;
/** How many days a page may be shared for. */
export const SHARE_DAYS = 90;
/** Maximum length of the name that a page shows. */
export const SHOWN_NAME_MAX = 60;

// The server says these, and so does the screen when it already knows.
export const NOT_SHARED = 'This page is not shared any more. Ask whoever sent you the link.';
export const SHARING_OFF = 'Your school has switched share pages off.';

/** What is wrong with the last day of a page. Where the student is, it may already be tomorrow or still yesterday. */
export function endProblem(day: string, now: number): string | undefined {
  if (day < earliestDay(now)) return 'The end date is in the past.';
  return day > dayAfter(latestDay(now), SHARE_DAYS)
    ? `The end date is more than ${SHARE_DAYS} days away.`
    : undefined;
}
