/** Asking others by HTTP, and what their clocks say meanwhile. */

const PATIENCE_MS = 8000;

export interface Reply {
  status: number;
  text: string;
  /** How far its clock is before ours, in seconds; its head knows whole seconds only. Absent without a `Date`. */
  secondsAhead: number | undefined;
}

const TEXT_MAX = 2000;

/** How far a clock is ahead that said `text` between these two moments. */
const aheadOf = (text: string | null, from: number, to: number): number | undefined => {
  const said = text === null ? Number.NaN : Date.parse(text);
  if (Number.isNaN(said)) return undefined;
  // It cuts the fraction off: the true time is up to a second later.
  if (said + 1000 < from) return (said + 1000 - from) / 1000;
  return said > to ? (said - to) / 1000 : 0;
};

export const ask = async (address: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Reply> => {
  const from = Date.now();
  // While nothing else is open, this alone keeps the process there: the timer of the signal does not.
  const stay = setTimeout(() => {}, PATIENCE_MS + 1000);
  try {
    const answer = await fetch(address, {
      method,
      redirect: 'manual',
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const to = Date.now();
    const text = (await answer.text()).slice(0, TEXT_MAX);
    return { status: answer.status, text, secondsAhead: aheadOf(answer.headers.get('date'), from, to) };
  } finally {
    clearTimeout(stay);
  }
};
