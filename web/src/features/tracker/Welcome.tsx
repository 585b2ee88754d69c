import { lastYear } from '../../../../domain/last-year.ts';
import { FIRST_YEAR } from '../../../../domain/years.ts';

/** How full each paper of the picture is: a row a session, two variants a paper. */
const ROWS = ['332232', '233120', '120312', '210100', '010000'];

/** Before the first subject: what to do, and what will be here then. */
export function Welcome() {
  return (
    <div className="grid items-center gap-6 py-4 md:grid-cols-2 md:px-4 md:py-10">
      <div>
        <p className="text-lead font-medium text-balance">
          Please add subjects first to start tracking papers.
        </p>
        <p className="mt-2 text-pretty text-ink-soft">
          {`Then every paper from ${FIRST_YEAR} to ${lastYear()} has a box to tick, with room for your score and photos of your work. It fills up as you go.`}
        </p>
      </div>
      <svg viewBox="0 0 400 188" className="mx-auto w-full max-w-form" aria-hidden="true">
        {ROWS.map((row, line) => (
          <g key={row} transform={`translate(0 ${line * 38})`}>
            <rect y={12} width={64} height={12} rx={4} className="day-0" />
            {Array.from(row, (level, column) => (
              <rect
                key={column}
                x={88 + column * 50 + Math.floor(column / 2) * 6}
                width={46}
                height={36}
                rx={6}
                className={`day-${level}`}
              />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
