import { memo } from 'react';
import {
  ACTIVITY_LEVELS,
  type ActiveDay,
  type Activity,
  type ActivityLevel,
  activityLevel,
} from '../../../../../domain/activity.ts';
import { MONTHS, shortMonth, shownDate } from '../../../format/shown-date.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';

/** A day and the gap after it, in units of the picture. */
const STEP = 12;
const DAY = 10;
const TOP = 16;

export const streakWords = (streak: number) => `${streak}-week streak`;

const papers = (count: number) => (count === 1 ? '1 paper' : `${count} papers`);

/** The last twelve months at a glance: a square a day, fuller the more papers were done. */
export function YearMap({ activity, isWide }: { activity: Activity; isWide: boolean }) {
  const { weeks, total, streak } = activity;
  const half = Math.ceil(weeks.length / 2);
  // On a phone a year in one line would be specks: two lines of half a year.
  const lines = isWide ? [weeks] : [weeks.slice(0, half), weeks.slice(half)];
  return (
    <section aria-label="Your year" className="min-w-0">
      <h2 className="insight-title">
        {papers(total)} in 12 months
        {streak > 0 && (
          <span
            className="font-normal text-ink-soft"
            title="Weeks in a row with at least one paper. A single week of rest does not end it."
          >
            {' · '}
            {streakWords(streak)}
          </span>
        )}
      </h2>
      <div className="grid gap-2" aria-hidden="true">
        {lines.map((line) => (
          <Picture key={line[0]?.[0]?.date.getTime()} weeks={line} />
        ))}
      </div>
      <Legend />
      <VisuallyHidden>
        <MonthTable weeks={weeks} />
      </VisuallyHidden>
    </section>
  );
}

function Picture({ weeks }: { weeks: readonly ActiveDay[][] }) {
  return (
    <svg viewBox={`0 0 ${weeks.length * STEP - 2} ${TOP + 7 * STEP - 2}`} className="year-map">
      {weeks.map((week, column) => (
        <Week key={week[0]?.date.getTime()} week={week} column={column} hasRoom={column < weeks.length - 2} />
      ))}
    </svg>
  );
}

type WeekProps = { week: readonly ActiveDay[]; column: number; hasRoom: boolean };

/** Rendered again only when something in it changed: a tick is one day of a year. */
const Week = memo(
  function Week({ week, column, hasRoom }: WeekProps) {
    const first = week[0]?.date;
    const startsMonth = first !== undefined && first.getDate() <= 7 && hasRoom;
    return (
      <g transform={`translate(${column * STEP} 0)`}>
        {startsMonth && (
          <text y={9} className="year-month">
            {shortMonth(first)}
          </text>
        )}
        {week.map(({ date, count }, row) => (
          <rect
            key={date.getTime()}
            y={TOP + row * STEP}
            width={DAY}
            height={DAY}
            rx={2}
            className={`day-${activityLevel(count)}`}
          >
            {count > 0 && <title>{`${papers(count)} on ${shownDate(date)}`}</title>}
          </rect>
        ))}
      </g>
    );
  },
  (before, after) =>
    before.column === after.column &&
    before.hasRoom === after.hasRoom &&
    before.week.length === after.week.length &&
    before.week.every(({ count }, day) => count === after.week[day]?.count),
);

function Legend() {
  const levels = [0, ...ACTIVITY_LEVELS].map((least, level, all) => {
    const next = all[level + 1];
    const words = next === undefined ? `${least}+` : next - least > 1 ? `${least}–${next - 1}` : `${least}`;
    return { level: level as ActivityLevel, words };
  });
  return (
    // Of the picture, and like it for the eye only: read out, it would be a row of numbers about nothing.
    <p
      aria-hidden="true"
      className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft tabular-nums"
    >
      <span>Papers a day</span>
      {levels.map(({ level, words }) => (
        <span key={level} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <rect width={10} height={10} rx={2} className={`day-${level}`} />
          </svg>
          {words}
        </span>
      ))}
    </p>
  );
}

/** The same for those who cannot see it. */
function MonthTable({ weeks }: { weeks: readonly ActiveDay[][] }) {
  // By number, and put into words once a month: words are slow, and there are as many days as a year has.
  const months = new Map<number, number>();
  for (const { date, count } of weeks.flat()) {
    const month = date.getFullYear() * 12 + date.getMonth();
    months.set(month, (months.get(month) ?? 0) + count);
  }
  return (
    <table>
      <caption>Papers done per month</caption>
      <tbody>
        {Array.from(months, ([month, count]) => (
          <tr key={month}>
            <th scope="row">{`${MONTHS[month % 12]} ${Math.floor(month / 12)}`}</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
