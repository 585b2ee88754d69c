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

/** Raw marks as they were entered, '47/80'. The score is then what they are in per cent. */
const MARKS = /^(0|[1-9]\d{0,2})\/([1-9]\d{0,2})$/;

/** What raw marks are in per cent; undefined if the text is not marks. */
export function scoreOfMarks(marks: string): number | undefined {
  const [, got, most] = MARKS.exec(marks)?.map(Number) ?? [];
  if (got === undefined || most === undefined || got > most) return undefined;
  return Math.round((got * SCORE_MAX) / most);
}

/** Whether the marks, if there are any, give this score. */
export const areMarksOf = (marks: string | null, score: number | null): boolean =>
  marks === null || (score !== null && scoreOfMarks(marks) === score);

/** In whole per cent; null without any score. */
export function averageScore(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}
