import { Clock } from 'lucide-react';
import type { Row } from './class-grid.ts';

export const HINT = 'Press a paper or an empty cell to set it.';

/** What the marks say, of those that are there, which is printed as well; on a phone, where there is no room above, also how to begin. */
export function GridLegend({ rows }: { rows: readonly Row[] }) {
  const states = new Set(rows.flatMap(({ set }) => Object.values(set).map(({ state }) => state)));
  const unread = rows.flatMap(({ words }) => Object.values(words));
  const hasAgain = rows.some(({ again }) => Object.keys(again).length > 0);
  const hasFiles = rows.some(({ files }) => Object.keys(files).length > 0);
  return (
    <div className="grid-notes border-t border-line px-4 py-2.5 text-small text-ink-soft empty:hidden sm:px-5">
      <p className="md:hidden">{HINT}</p>
      {(states.size > 0 || hasAgain) && (
        <p className="grid-legend">
          {states.has('to_do') && (
            <span>
              <span className="grid-tile grid-set" aria-hidden="true" /> Set
            </span>
          )}
          {states.has('overdue') && (
            <span>
              <span className="grid-tile grid-overdue" aria-hidden="true">
                <Clock />
              </span>{' '}
              Overdue
            </span>
          )}
          {states.has('late') && (
            <span>
              <span className="grid-tile grid-done grid-late" aria-hidden="true" /> Done late
            </span>
          )}
          {hasAgain && (
            <span>
              <span className="grid-tile grid-done grid-again" aria-hidden="true" /> Done more than once
            </span>
          )}
        </p>
      )}
      {unread.length > 0 && (
        <p>
          A dot marks messages between you and a student
          {unread.some((count) => count > 0) ? '; a coloured dot is an answer you have not read.' : '.'}
        </p>
      )}
      {hasFiles && <p>An eye marks files that a student shares with you. They see when you have looked.</p>}
    </div>
  );
}
