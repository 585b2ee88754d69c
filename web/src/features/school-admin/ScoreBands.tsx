import { cx } from '../../ui/cx.ts';
import { BANDS, formatCount } from './statistics.ts';

const TINTS = ['score-1', 'score-2', 'score-3', 'score-4', 'score-5'];

/**
 * How the scores of a subject are spread: five bars from low to high, which their heights tell without their tints. The
 * numbers take their place when it is looked at.
 */
export function ScoreBands({ of, bands }: { of: string; bands: readonly number[] }) {
  const most = Math.max(...bands);
  if (most === 0) return <span className="text-ink-soft">-</span>;
  return (
    <span
      role="img"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the numbers must be reachable by key
      tabIndex={0}
      aria-label={`Scores in ${of}: ${bands.map((count, band) => `${BANDS[band]} ${formatCount(count)}`).join(', ')}`}
      className="group inline-grid h-7 grid-cols-5 items-end gap-0.5 rounded-sm"
    >
      {bands.map((count, band) => (
        <span key={BANDS[band]} title={BANDS[band]} className="relative flex h-7 w-9 items-end">
          <span
            className={cx(
              'w-full rounded-t-sm border border-b-2 border-edge group-hover:invisible group-focus:invisible',
              TINTS[band],
            )}
            style={{ height: `${(count / most) * 100}%` }}
          />
          <span className="absolute inset-0 hidden place-items-center text-small tabular-nums group-hover:grid group-focus:grid">
            {formatCount(count)}
          </span>
        </span>
      ))}
    </span>
  );
}
