import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../figures.ts';
import type { Cluster } from './cluster.ts';
import type { DirectWork } from './direct.ts';
import type { Fault } from './faults.ts';
import { type Answer, isWithin, type Ledger, longestGap } from './ledger.ts';
import type { Tickmarks } from './tickmarks.ts';
import { until } from './waiting.ts';

/** One fault after the other, each to a cluster that is whole. */

export interface Round {
  fault: Fault;
  /** The moments between which everything counts as its consequence. */
  from: number;
  until: number;
  /** The longest time without an acknowledged write, in milliseconds: past Tickmark, and through it. */
  clusterGap: number;
  gap: number;
  answers: readonly Answer[];
}

export interface Scene {
  cluster: Cluster;
  tickmarks: Tickmarks;
  ledger: Ledger;
  direct: DirectWork;
}

/** After a fault, so that the answers that were under way are over. */
const SETTLE_MS = 3000;
/** However many writes are asked for, each fault has its share of them within this. */
const WRITING_MS = 1_800_000;
/** Writes flow when both kinds of writers had one acknowledged just now. */
const JUST_NOW_MS = 500;

const flows = async ({ ledger, direct }: Scene): Promise<void> =>
  until('writes were acknowledged again', () => {
    const since = performance.now() - JUST_NOW_MS;
    return [ledger, direct.ledger].every(({ acknowledged }) => (acknowledged.at(-1)?.at ?? 0) > since);
  });

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const runRound = async (scene: Scene, fault: Fault, from: number, acknowledge: number): Promise<Round> => {
  const { cluster, tickmarks, ledger, direct } = scene;
  const mend = await fault.strike(cluster, tickmarks);
  await pause(SETTLE_MS);
  await flows(scene);
  await mend();
  await cluster.whole();
  await flows(scene);
  await until('enough was written', () => ledger.acknowledged.length >= acknowledge, WRITING_MS);
  const now = performance.now();
  return {
    fault,
    from,
    until: now,
    clusterGap: longestGap(direct.ledger.acknowledged, from, now),
    gap: longestGap(ledger.acknowledged, from, now),
    answers: ledger.answers.filter(isWithin(from, now)),
  };
};

/** So that in the end there were so many writes, they are spread over the faults. */
export const runRounds = async (
  scene: Scene,
  faults: readonly Fault[],
  { writes, lost }: { writes: number; lost: () => Promise<number> },
): Promise<Round[]> => {
  const rounds: Round[] = [];
  await flows(scene);
  const begin = performance.now();
  const before = scene.ledger.acknowledged.length;
  for (const [n, fault] of faults.entries()) {
    const round = await runRound(
      scene,
      fault,
      rounds.at(-1)?.until ?? begin,
      before + Math.ceil((writes * (n + 1)) / faults.length),
    );
    rounds.push(round);
    const statuses = [...new Set(round.answers.map(({ status }) => status))].join(' ');
    print(
      `${n + 1}/${faults.length} ${fault.what}: ` +
        `no write for ${seconds(round.clusterGap)} s, through Tickmark ${seconds(round.gap)} s; ${statuses}; ` +
        `${scene.ledger.acknowledged.length} acknowledged, ${await lost()} lost`,
    );
  }
  return rounds;
};
