import { quantile, table } from '../figures.ts';
import { type Answer, longestGap } from './ledger.ts';
import type { Round } from './rounds.ts';

/** What came of a campaign, by kind of fault. */

const SLACK_MS = 2000;

export interface Judged extends Round {
  acknowledged: number;
  lost: number;
}

const isAllowed = ({ fault }: Round, { status }: Answer): boolean =>
  status === 200 || status === 503 || (status === 'cut off' && fault.cutsOff === true);

const longestWithoutRead = ({ answers, from, until }: Round): number =>
  longestGap(
    answers.filter(({ isRead, status }) => isRead === true && status === 200),
    from,
    until,
  );

const wrongIn = (round: Judged): string[] => {
  const others = new Set(
    round.answers.filter((answer) => !isAllowed(round, answer)).map(({ status }) => status),
  );
  return [
    ...(round.lost > 0 ? [`${round.lost} acknowledged writes lost`] : []),
    ...[...others].map((status) => `answers ${status}`),
    ...(round.gap > round.clusterGap + SLACK_MS
      ? [
          `no write for ${seconds(round.gap)} s, ${seconds(round.gap - round.clusterGap)} s longer than the cluster`,
        ]
      : []),
    ...(round.fault.readsGoOn && longestWithoutRead(round) > SLACK_MS
      ? [`no read for ${seconds(longestWithoutRead(round))} s`]
      : []),
  ].map((what) => `${round.fault.what}: ${what}`);
};

/** What did not hold, in words. */
export const misses = (rounds: readonly Judged[]): string[] => rounds.flatMap(wrongIn);

/** Adding nothing to a rounded nothing takes its sign away. */
const seconds = (ms: number): string => (Math.round(ms / 100) / 10 + 0).toFixed(1);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The middle and the largest. */
const spread = (values: readonly number[]): string =>
  `${seconds(quantile(values, 0.5))}, ${seconds(Math.max(...values))}`;

const statusesOf = (answers: readonly Answer[]): string =>
  [...new Set(answers.map(({ status }) => String(status)))]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((status) => {
      const count = answers.filter((answer) => String(answer.status) === status).length;
      return `${count.toLocaleString('en')} x ${status}`;
    })
    .join(', ');

/** `Math.max` takes no list of any length. */
const slowest = (answers: readonly Answer[], status: number): string => {
  const ms = answers.filter((one) => one.status === status).reduce((most, one) => Math.max(most, one.ms), 0);
  return ms === 0 ? '' : seconds(ms);
};

const rowOf = (what: string, rounds: readonly Judged[]): string[] => {
  const answers = rounds.flatMap((round) => round.answers);
  return [
    what,
    String(rounds.length),
    sum(rounds.map(({ acknowledged }) => acknowledged)).toLocaleString('en'),
    String(sum(rounds.map(({ lost }) => lost))),
    spread(rounds.map(({ clusterGap }) => clusterGap)),
    spread(rounds.map(({ gap }) => gap)),
    spread(rounds.map(({ gap, clusterGap }) => gap - clusterGap)),
    statusesOf(answers),
    slowest(answers, 503),
  ];
};

/** The pauses are the longest times without an acknowledged write, past Tickmark and through it: median, most. */
export const resultsTable = (rounds: readonly Judged[]): string => {
  const kinds = [...new Set(rounds.map(({ fault }) => fault.what))];
  const rows = kinds.map((what) =>
    rowOf(
      what,
      rounds.filter(({ fault }) => fault.what === what),
    ),
  );
  const head = [
    'What was done',
    'times',
    'acknowledged',
    'lost',
    'cluster, s',
    'Tickmark, s',
    'longer by, s',
    'answers',
    'slowest 503, s',
  ];
  return table(head, [...rows, rowOf('all', rounds)]);
};
