import { table } from '../figures.ts';
import type { Product } from '../product.ts';
import type { Mix } from './mix.ts';
import { callsOf, sumOf, type Visit } from './peak.ts';
import { type Played, play } from './play.ts';
import type { Store } from './store.ts';

/** The evening's mix at a rising rate, until calls come too late or are refused. */

/** Later than this for one call in twenty is too late; a refused call is a limit, too. */
export const P95_LIMIT_MS = 300;
const STEPS = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8];
/** Of the calls that were due, those that have to be answered. */
const ENOUGH = 0.95;

export interface Step {
  rate: number;
  played: Played;
  isCarried: boolean;
}

export const climb = async (
  on: { products: readonly Product[]; store: Store },
  { mix, peak, seconds }: { mix: Mix; peak: readonly Visit[]; seconds: number },
): Promise<Step[]> => {
  const need = sumOf(callsOf(peak).values());
  const next = mix.mixed(peak);
  await play(on, { rate: need / 4 }, 3, next); // warm
  const steps: Step[] = [];
  for (const times of STEPS) {
    const rate = need * times;
    const played = await play(on, { rate }, seconds, next);
    const isCarried = played.p95 <= P95_LIMIT_MS && played.refused === 0 && played.rate >= rate * ENOUGH;
    steps.push({ rate, played, isCarried });
    if (!isCarried) break;
  }
  return steps;
};

export const ladderTable = (name: string, steps: readonly Step[]): string =>
  table(
    [
      name,
      'a second',
      'p50',
      'p95',
      'p99',
      'server ms',
      'database ms',
      'commits/s',
      'log KB',
      'hits',
      'pool',
      'refused',
    ],
    steps.map(({ rate, played, isCarried }) => [
      isCarried ? 'carried' : 'too much',
      `${played.rate.toFixed(0)} of ${rate.toFixed(0)}`,
      played.p50,
      played.p95,
      played.p99,
      played.server.toFixed(2),
      played.database.toFixed(2),
      played.work.commitsPerSecond,
      played.work.logBytes / played.calls / 1024,
      `${(played.work.hitRatio * 100).toFixed(1)}%`,
      played.seen.poolWaiting,
      played.refused,
    ]),
  );
