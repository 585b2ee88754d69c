/**
 * Days by the reader's calendar, in words. By hand: the browser's own formats take a slow phone a tenth of a second to
 * prepare, before anything is drawn.
 */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** 'Jan', 'Sept', as is usual in British English. */
export const shortMonth = (date: Date) => MONTHS[date.getMonth()]?.slice(0, date.getMonth() === 8 ? 4 : 3);

/** '5 Nov 2026'. */
export const shownDate = (date: Date) => `${date.getDate()} ${shortMonth(date)} ${date.getFullYear()}`;

/** '16 November 2026'; today unless told. */
export const longDate = (date = new Date()) =>
  `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;

/** '14:02', by the reader's clock. */
export const shownTime = (date: Date) =>
  [date.getHours(), date.getMinutes()].map((number) => String(number).padStart(2, '0')).join(':');

/** '5 Nov' for '2026-11-05', with its year unless that is this one. */
export function shownDay(day: string, thisYear = new Date().getFullYear()): string {
  const date = new Date(`${day}T00:00`);
  return date.getFullYear() === thisYear ? `${date.getDate()} ${shortMonth(date)}` : shownDate(date);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** 'Fri 20 Nov' for '2026-11-20', with its year unless that is this one, or where `year` is 'always' said. */
export function shownWeekday(day: string, year?: 'always'): string {
  const date = new Date(`${day}T00:00`);
  return `${WEEKDAYS[date.getDay()]} ${year ? shownDate(date) : shownDay(day)}`;
}
