/** The tint of a score from 0 to 100, pale to full: a class that sets the background and a text to read on it. */
export function scoreClass(score: number): `score-${1 | 2 | 3 | 4 | 5}` {
  if (score >= 85) return 'score-5';
  if (score >= 70) return 'score-4';
  if (score >= 55) return 'score-3';
  if (score >= 40) return 'score-2';
  return 'score-1';
}
