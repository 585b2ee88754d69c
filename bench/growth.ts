import { CALL_NAMES, type CallName, type Calls, type Cost, measureCall, prepareCalls } from './calls.ts';
import { DATA, type DataName, startWithData } from './data.ts';
import { median, print, quantile, table } from './figures.ts';
import type { Product } from './product.ts';
import { rounds } from './rows.ts';

/**
 * How cost grows: the same calls with one, ten and a hundred times as many users and records, and with one, ten and a
 * hundred times as many connections. All sizes run side by side and are asked in turns.
 */

const ROUNDS = rounds(3, 1);
const SECONDS = 1.5;
const CONNECTIONS = 4;
const SIZES: DataName[] = ['year', 'school', 'town'];
const LINES = [4, 40, 400];
const FEW_CALLS: CallName[] = ['tick', 'all records of a student', 'profile', 'page of users, newest'];

interface World {
  name: DataName;
  product: Product;
  calls: Calls;
}

const middleOf = (costs: readonly Cost[], of: keyof Cost) => median(costs.map((cost) => cost[of]));
const cell = (costs: readonly Cost[]) =>
  `${middleOf(costs, 'middle').toFixed(2)} ms, ${middleOf(costs, 'server').toFixed(2)} + ` +
  `${middleOf(costs, 'database').toFixed(2)}, ${middleOf(costs, 'rate').toFixed(0)}/s`;
const growth = (few: readonly Cost[], many: readonly Cost[]) =>
  `${(middleOf(many, 'middle') / middleOf(few, 'middle')).toFixed(1)}x`;

const usersOf = (name: DataName) => {
  const { schools, students, others, records } = DATA[name];
  const users = schools * students + others;
  return `${users.toLocaleString('en')} users, ${(schools * records).toLocaleString('en')} records`;
};

const measureSizes = async (worlds: readonly World[]): Promise<void> => {
  const costs = new Map<string, Cost[]>();
  for (const { product, calls } of worlds)
    for (const name of CALL_NAMES)
      await measureCall(product, calls[name], { connections: CONNECTIONS, seconds: 0.5 }); // warm
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const call of CALL_NAMES) {
      for (const { name, product, calls } of worlds) {
        const cost = await measureCall(product, calls[call], {
          connections: CONNECTIONS,
          seconds: SECONDS,
        });
        costs.set(`${name} ${call}`, [...(costs.get(`${name} ${call}`) ?? []), cost]);
      }
    }
  }
  const of = (name: DataName, call: string) => costs.get(`${name} ${call}`) ?? [];
  const [first = 'year', , last = 'town'] = SIZES;
  print(
    table(
      [`${CONNECTIONS} connections`, ...SIZES.map(usersOf), 'last to first'],
      CALL_NAMES.map((call) => [
        call,
        ...SIZES.map((name) => cell(of(name, call))),
        growth(of(first, call), of(last, call)),
      ]),
    ),
  );
};

const measureLines = async ({ product, calls }: World): Promise<void> => {
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const call of FEW_CALLS) {
      for (const connections of LINES) {
        const key = `${connections} ${call}`;
        const cost = await measureCall(product, calls[call], { connections, seconds: SECONDS });
        costs.set(key, [...(costs.get(key) ?? []), cost]);
      }
    }
  }
  const of = (connections: number, call: string) => costs.get(`${connections} ${call}`) ?? [];
  print(
    table(
      ['school of 1,500', ...LINES.map((lines) => `${lines} connections`), 'p99 at the most, ms'],
      FEW_CALLS.map((call) => [
        call,
        ...LINES.map((lines) => cell(of(lines, call))),
        quantile(
          of(LINES.at(-1) ?? 0, call).map(({ p99 }) => p99),
          0.5,
        ),
      ]),
    ),
  );
};

const worlds: World[] = [];
try {
  for (const name of SIZES) {
    const product = await startWithData(name);
    worlds.push({ name, product, calls: await prepareCalls(product) });
  }
  await measureSizes(worlds);
  print('');
  const [, middle] = worlds;
  if (middle) await measureLines(middle);
  print('\nEach: median, processor time of the server + of the database a call in ms, answers a second.');
} finally {
  for (const { product } of worlds) await product.stop();
}
