import './score-line.css';

const WIDTH = 200;
const HEIGHT = 56;
/** Less than this between the lowest and the highest is drawn as little. */
const LEAST_SPAN = 40;

/** Scores as a line, oldest first, over their average. Needs two. */
export function ScoreLine({ scores, average }: { scores: readonly number[]; average: number }) {
  const x = (index: number) => 4 + (index / (scores.length - 1)) * (WIDTH - 8);
  const lowest = Math.max(0, Math.min(Math.min(...scores), average - LEAST_SPAN / 2));
  const highest = Math.max(Math.max(...scores), lowest + LEAST_SPAN);
  const y = (score: number) => 4 + ((highest - score) / (highest - lowest)) * (HEIGHT - 8);
  const last = scores.at(-1) ?? 0;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${scores.length} scores from ${scores[0]}% to ${last}%, oldest first: ${scores.join(', ')}`}
      className="score-line"
    >
      <line x1={4} x2={WIDTH - 4} y1={y(average)} y2={y(average)} className="score-average" />
      <polyline points={scores.map((score, index) => `${x(index)},${y(score)}`).join(' ')} />
      <circle cx={x(scores.length - 1)} cy={y(last)} r={3} />
    </svg>
  );
}
