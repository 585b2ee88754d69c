import { memo } from 'react';
import {
  ACTIVITY_LEVELS,
  type ActiveDay,
  type Activity,
  activityLevel,
} from '../../../../../domain/activity.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { MONTHS, shortMonth, shownDate } from '../../../format/shown-date.ts';
import { cx } from '../../../ui/cx.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';

/** A day and the gap after it, in units of the picture. */
const STEP = 12;
const DAY = 10;
const TOP = 16;

const papers = (count: number) => (count === 1 ? '1 paper' : `${count} papers`);

type YearMapProps = {
  activity: Activity;
  /** By their Mondays. */
  weeksOff: ReadonlySet<string>;
  isWide: boolean;
};

/** The last twelve months at a glance: a square a day, fuller the more papers were done. */
export function YearMap({ activity, weeksOff, isWide }: YearMapProps) {
  const { weeks, total, streak } = activity;
  const half = Math.ceil(weeks.length / 2);
  // On a phone a year in one line would be specks: two lines of half a year.
  const lines = isWide ? [weeks] : [weeks.slice(0, half), weeks.slice(half)];
  return (
    <section aria-label="Your year" className="min-w-0">
      <h2 className="overview-title">
        {papers(total)} in 12 months
        {streak > 1 && (
          <span
            className="font-normal text-ink-soft"
            title="Weeks in a row with at least one paper. A single week of rest does not end it, nor do weeks off."
          >
            {' · '}
            {streak}-week streak
          </span>
        )}
      </h2>
      <div className="grid gap-2" aria-hidden="true">
        {lines.map((line) => (
          <Picture key={line[0]?.[0]?.date.getTime()} weeks={line} weeksOff={weeksOff} />
        ))}
      </div>
      <Legend hasWeeksOff={weeks.some((week) => isOff(week, weeksOff))} />
      <VisuallyHidden>
        <MonthTable weeks={weeks} />
      </VisuallyHidden>
    </section>
  );
}

const isOff = ([monday]: readonly ActiveDay[], weeksOff: ReadonlySet<string>) =>
  monday !== undefined && weeksOff.has(isoDay(monday.date));

/** What hatches an empty day of a week off. */
const hatch = (y: number) => `M1 ${y + 5}l4-4M1 ${y + 9}l8-8M5 ${y + 9}l4-4`;

type PictureProps = { weeks: readonly ActiveDay[][]; weeksOff: ReadonlySet<string> };

function Picture({ weeks, weeksOff }: PictureProps) {
  const names = monthNames(weeks);
  const today = weeks.at(-1)?.at(-1)?.date.getTime();
  return (
    <svg viewBox={`0 0 ${weeks.length * STEP - 2} ${TOP + 7 * STEP - 2}`} className="year-map">
      {weeks.map((week, column) => (
        <Week
          key={week[0]?.date.getTime()}
          week={week}
          column={column}
          month={names.get(column)}
          isAtEnd={column > weeks.length - ROOM}
          isOff={isOff(week, weeksOff)}
          hasToday={column === weeks.length - 1 && today === startOfToday()}
        />
      ))}
    </svg>
  );
}

const startOfToday = () => new Date().setHours(0, 0, 0, 0);

/** How many weeks the name of a month is wide. */
const ROOM = 3;

/** Each month above the week in which it begins. The current one always; one that would run into the next is left out. */
function monthNames(weeks: readonly ActiveDay[][]): ReadonlyMap<number, string> {
  const begins = weeks.flatMap(([first], column) =>
    first && first.date.getDate() <= 7 ? { column, month: shortMonth(first.date) } : [],
  );
  const last = weeks.at(-1)?.at(-1);
  const current = last && shortMonth(last.date);
  if (current !== begins.at(-1)?.month) begins.push({ column: weeks.length - 1, month: current });
  const shown = begins.filter(({ column }, index) => {
    const next = begins[index + 1];
    // At the end there is no room to the right: names there end with their week.
    const left = next && (next.column > weeks.length - ROOM ? next.column - ROOM + 1 : next.column);
    return left === undefined || left - column >= ROOM;
  });
  return new Map(shown.map(({ column, month }) => [column, month ?? '']));
}

type WeekProps = {
  week: readonly ActiveDay[];
  column: number;
  month: string | undefined;
  isAtEnd: boolean;
  isOff: boolean;
  hasToday: boolean;
};

/** Rendered again only when something in it changed: a tick is one day of a year. */
const Week = memo(
  function Week({ week, column, month, isAtEnd, isOff: off, hasToday }: WeekProps) {
    return (
      <g transform={`translate(${column * STEP} 0)`}>
        {month !== undefined && (
          <text x={isAtEnd ? DAY : 0} y={9} textAnchor={isAtEnd ? 'end' : 'start'} className="year-month">
            {month}
          </text>
        )}
        {week.map(({ date, count }, row) => (
          <rect
            key={date.getTime()}
            y={TOP + row * STEP}
            width={DAY}
            height={DAY}
            rx={2}
            className={cx(`day-${activityLevel(count)}`, hasToday && row === week.length - 1 && 'day-today')}
          >
            {count > 0 && <title>{`${papers(count)} on ${shownDate(date)}`}</title>}
          </rect>
        ))}
        {off && (
          <path
            d={week.map(({ count }, row) => (count === 0 ? hatch(TOP + row * STEP) : '')).join('')}
            className="week-off"
          />
        )}
      </g>
    );
  },
  (before, after) =>
    before.column === after.column &&
    before.month === after.month &&
    before.isOff === after.isOff &&
    before.hasToday === after.hasToday &&
    before.week.length === after.week.length &&
    before.week.every(({ count }, day) => count === after.week[day]?.count),
);

function Legend({ hasWeeksOff }: { hasWeeksOff: boolean }) {
  return (
    // Of the picture, and like it for the eye only: read out, it would be a row of numbers about nothing.
    <p aria-hidden="true" className="year-legend">
      {ACTIVITY_LEVELS.slice(1).map((level) => (
        <span key={level} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <rect width={10} height={10} rx={2} className={`day-${level}`} />
          </svg>
          {level === ACTIVITY_LEVELS.at(-1) ? `${level}+` : level}
        </span>
      ))}
      {hasWeeksOff && (
        <span className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <rect width={10} height={10} rx={2} className="day-0" />
            <path d={hatch(0)} className="week-off" />
          </svg>
          off
        </span>
      )}
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
