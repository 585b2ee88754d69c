import { daysAfter } from '../../../../domain/activity.ts';
import { isoDay } from '../../../../domain/days.ts';
import { weeksAhead } from '../../../../domain/pace.ts';

/** A rest is often noticed when it is over. */
const WEEKS_BEFORE = 4;

/** The weeks to choose from, by the month of their Mondays: those around now, and all that are off in the last year. */
export function weeksByMonth(session: string | null, weeksOff: readonly string[], now = new Date()) {
  const ahead = weeksAhead(session, now);
  const [first = isoDay(now)] = ahead;
  const before = (weeks: number) => isoDay(daysAfter(new Date(`${first}T00:00`), -7 * weeks));
  const past = Array.from({ length: WEEKS_BEFORE }, (_, index) => before(index + 1));
  const old = weeksOff.filter((week) => week >= before(52));
  const months: { first: Date; mondays: string[] }[] = [];
  for (const monday of [...new Set([...old, ...past, ...ahead])].toSorted()) {
    const last = months.at(-1);
    if (last?.mondays[0]?.slice(0, 7) === monday.slice(0, 7)) last.mondays.push(monday);
    else months.push({ first: new Date(`${monday}T00:00`), mondays: [monday] });
  }
  return months;
}
