import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { counted } from '../../format/counted.ts';
import { cx } from '../../ui/cx.ts';
import { formatCount, type Statistics } from './statistics.ts';
import {
  type Box,
  linePath,
  monthLabel,
  namedMonths,
  nearestIndex,
  niceTicks,
  placePoints,
  placeValue,
} from './trend.ts';

const HEIGHT = 264;
/** What a page of paper is wide; the screen's own width would be cut off or shrunk. */
const PRINT_WIDTH = 620;
const NAME_WIDTH = 74;
/** More points than this stand so close that the line alone says it better. */
const MOST_DOTS = 36;

type Months = Statistics['monthly_trend'];

const sayMonth = ({ month, completed }: Months[number]) =>
  `${monthLabel(month, 'long')}: ${counted(completed, 'paper')} completed`;

/**
 * Papers completed, month by month. The picture is for the eyes; who reads by key or ear has a slider over the months,
 * which says each one, and a table of them all.
 */
export function TrendChart({ months, printing }: { months: Months; printing: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const measured = useWidth(frame);
  const width = printing ? PRINT_WIDTH : measured;
  return (
    <figure>
      <figcaption className="flex items-center gap-2 text-small text-ink-soft">
        <span className="h-0.5 w-4 rounded-full bg-done [print-color-adjust:exact] forced-colors:bg-[CanvasText]" />
        Papers Completed
      </figcaption>
      {/* Keeps the height until the width is known, so nothing moves; on paper, where type is smaller, too. */}
      <div ref={frame} className="relative mt-2" style={{ height: HEIGHT }}>
        {width > 0 && <Plot months={months} width={width} />}
      </div>
      <MonthsTable months={months} />
    </figure>
  );
}

function Plot({ months, width }: { months: Months; width: number }) {
  const [at, setAt] = useState<number>();
  const values = months.map(({ completed }) => completed);
  const ticks = niceTicks(Math.max(...values));
  const top = ticks.at(-1) ?? 1;
  const box: Box = {
    left: 12 + formatCount(top).length * 8,
    right: width - NAME_WIDTH / 2,
    top: 8,
    bottom: HEIGHT - 32,
  };
  const points = placePoints(values, top, box);
  const named = namedMonths(months.length, Math.floor((box.right - box.left) / NAME_WIDTH) + 1);
  const shown = at === undefined ? undefined : points[at];

  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        className="absolute inset-0 overflow-visible fill-ink-soft text-small tabular-nums forced-colors:fill-[CanvasText] print:h-auto print:max-w-full"
        aria-hidden="true"
      >
        {ticks.map((tick) => {
          const y = Math.round(placeValue(tick, top, box)) + 0.5;
          return (
            <g key={tick}>
              <line
                x1={box.left}
                x2={width}
                y1={y}
                y2={y}
                className={cx(
                  tick === 0 ? 'stroke-line-strong' : 'stroke-line',
                  'forced-colors:stroke-[GrayText] forced-colors:opacity-50',
                )}
              />
              <text x={box.left - 8} y={y} dy="0.35em" textAnchor="end">
                {formatCount(tick)}
              </text>
            </g>
          );
        })}
        {named.map((index) => (
          <text key={index} x={points[index]?.x} y={HEIGHT - 8} textAnchor="middle">
            {monthLabel(months[index]?.month ?? '')}
          </text>
        ))}
        {points.length > 1 && (
          <path
            d={`${linePath(points)}V${box.bottom}H${box.left}Z`}
            className="fill-done opacity-8 forced-colors:hidden"
          />
        )}
        {shown && (
          <line
            x1={shown.x}
            x2={shown.x}
            y1={box.top}
            y2={box.bottom}
            className="stroke-line-strong forced-colors:stroke-[Highlight]"
            strokeDasharray="2 3"
          />
        )}
        <path
          d={linePath(points)}
          className="fill-none stroke-done stroke-2 forced-colors:stroke-[CanvasText]"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {points.map(
          ({ x, y }, index) =>
            (points.length <= MOST_DOTS || index === at) && (
              <circle
                key={months[index]?.month}
                cx={x}
                cy={y}
                r={index === at || points.length === 1 ? 6 : 4}
                className="fill-done stroke-surface stroke-2 forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]"
              />
            ),
        )}
        {points.length === 1 && (
          <text
            x={points[0]?.x}
            y={(points[0]?.y ?? 0) + 24}
            textAnchor="middle"
            className="fill-ink font-semibold forced-colors:fill-[CanvasText]"
          >
            {formatCount(values[0] ?? 0)}
          </text>
        )}
      </svg>
      <Reader months={months} box={box} at={at} onMove={setAt} />
      {shown && at !== undefined && <Note month={months[at]} point={shown} width={width} />}
    </>
  );
}

type ReaderProps = {
  months: Months;
  box: Box;
  at: number | undefined;
  onMove: (index: number | undefined) => void;
};

/** Lies over the picture and finds the month under the pointer, or under the arrow keys. */
function Reader({ months, box, at, onMove }: ReaderProps) {
  const last = months.length - 1;
  const current = months[at ?? last];

  function keyed(event: KeyboardEvent) {
    const from = at ?? last;
    const moves: Record<string, number | undefined> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageUp: from + 12,
      PageDown: from - 12,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (event.key === 'Escape') onMove(undefined);
    if (to === undefined) return;
    event.preventDefault();
    onMove(Math.min(last, Math.max(0, to)));
  }
  function pointed(event: PointerEvent) {
    const { left } = event.currentTarget.getBoundingClientRect();
    onMove(nearestIndex(event.clientX - left, months.length, box));
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Month"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={current && sayMonth(current)}
      className="absolute inset-0 touch-pan-y rounded-md print:hidden"
      onKeyDown={keyed}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) onMove(at ?? last);
      }}
      onBlur={() => onMove(undefined)}
      onPointerDown={pointed}
      onPointerMove={pointed}
      onPointerLeave={() => onMove(undefined)}
    />
  );
}

const NOTE_WIDTH = 132;

/** The value at the chosen month, beside its point and never outside the picture. */
function Note({
  month,
  point,
  width,
}: {
  month: Months[number] | undefined;
  point: { x: number; y: number };
  width: number;
}) {
  if (!month) return null;
  const left = Math.min(width - NOTE_WIDTH, Math.max(0, point.x - NOTE_WIDTH / 2));
  const above = point.y > 84;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute w-33 rounded-md border border-line bg-raised px-3 py-2 text-center text-small shadow-raised print:hidden"
      style={{ left, top: above ? point.y - 12 : point.y + 12, translate: above ? '0 -100%' : undefined }}
    >
      <p className="text-ink-soft">{monthLabel(month.month)}</p>
      <p className="font-semibold tabular-nums">{counted(month.completed, 'paper')}</p>
    </div>
  );
}

function MonthsTable({ months }: { months: Months }) {
  return (
    <table className="sr-only">
      <caption>Monthly Completion Trend</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Papers Completed</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, completed }) => (
          <tr key={month}>
            <th scope="row">{monthLabel(month)}</th>
            <td>{completed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How wide an element is, in whole pixels; 0 before it has been drawn. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
