export const SCORE_MAX = 100;

/** What the score field means: empty is no score (null); 0 is a score. */
export function parseScore(text: string): number | null {
  if (text.trim() === '') return null;
  const score = Number.parseInt(text, 10);
  return Number.isNaN(score) ? 0 : Math.min(SCORE_MAX, Math.max(0, score));
}

export function isScore(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= SCORE_MAX;
}

/** In whole per cent; null without any score. */
export function averageScore(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}
