import { cx } from '../../ui/cx.ts';
import { BANDS, formatCount } from './statistics.ts';
import './score-bands.css';

const TINTS = ['score-1', 'score-2', 'score-3', 'score-4', 'score-5'];

/**
 * How the scores of a subject are spread: five bars from low to high, which their heights tell without their tints. The
 * numbers take their place when it is looked at.
 */
export function ScoreBands({ of, bands }: { of: string; bands: readonly number[] }) {
  const most = Math.max(...bands);
  if (most === 0) return <span className="text-ink-soft">-</span>;
  const spoken = bands.map((count, band) => `${BANDS[band]} ${formatCount(count)}`).join(', ');
  return (
    <span
      role="img"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the numbers must be reachable by key
      tabIndex={0}
      aria-label={`Scores in ${of}: ${spoken}`}
      className="score-bands"
    >
      {bands.map((count, band) => (
        <span key={BANDS[band]} title={BANDS[band]}>
          <span className={cx('score-band', TINTS[band])} style={{ height: `${(count / most) * 100}%` }} />
          <span className="score-count">{formatCount(count)}</span>
        </span>
      ))}
    </span>
  );
}
