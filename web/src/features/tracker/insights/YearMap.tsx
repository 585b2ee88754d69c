import {
  ACTIVITY_LEVELS,
  type ActiveDay,
  type Activity,
  type ActivityLevel,
  activityLevel,
} from '../../../../../domain/activity.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { streakWords } from './words.ts';

/** A day and the gap after it, in units of the picture. */
const STEP = 12;
const DAY = 10;
const TOP = 16;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

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
      {weeks.map((week, column) => {
        const first = week[0]?.date;
        const startsMonth = first !== undefined && first.getDate() <= 7 && column < weeks.length - 2;
        return (
          <g key={first?.getTime()} transform={`translate(${column * STEP} 0)`}>
            {startsMonth && (
              <text y={9} className="year-month">
                {MONTH.format(first)}
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
                {count > 0 && <title>{`${papers(count)} on ${DATE.format(date)}`}</title>}
              </rect>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function Legend() {
  const levels = [0, ...ACTIVITY_LEVELS].map((least, level, all) => {
    const next = all[level + 1];
    const words = next === undefined ? `${least}+` : next - least > 1 ? `${least}–${next - 1}` : `${least}`;
    return { level: level as ActivityLevel, words };
  });
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft tabular-nums">
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
  const months = new Map<string, number>();
  for (const { date, count } of weeks.flat()) {
    const month = MONTH_AND_YEAR.format(date);
    months.set(month, (months.get(month) ?? 0) + count);
  }
  return (
    <table>
      <caption>Papers done per month</caption>
      <tbody>
        {Array.from(months, ([month, count]) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
