import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Memory } from './campaign/memory.ts';
import { startWatched } from './campaign/watched.ts';
import { print, table } from './figures.ts';
import { ADMIN_PASSWORD, PROJECT } from './product.ts';

/**
 * Hostile requests by the ten thousand (campaign/) against the product in a process of its own: none is
 * answered with a 5xx, nothing unforeseen is logged, and afterwards the memory is what it was before.
 *
 *   npm run bench -- hostile [--requests 20000] [--seed N] [--path P]
 *
 * Without a seed each run tries something new. A failure names the seed and the path that lead to it again.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    path: { type: 'string' },
  },
});

/** Before it the product has not yet seen everything: code, statements and connections are still being made. */
const WARM_UP_REQUESTS = 5000;
/** A leak of 150 bytes a request shows; the engine's own ups and downs between two runs do not. */
const MOST_GROWTH_BYTES = 3 * 1024 * 1024;

/** By then chance has made every call succeed at least once. */
const ENOUGH_TO_REACH_ALL = 20_000;

interface Report {
  requests: number;
  statuses: [string, number][];
  neverReached: string[];
  failure?: string;
}

const attack = async (url: string, requests: number, seed: number, path?: string): Promise<Report> => {
  const child = spawn(
    process.execPath,
    [
      join(PROJECT, 'dist', 'bench', 'campaign', 'main.js'),
      `--url=${url}`,
      `--admin-password=${ADMIN_PASSWORD}`,
      `--requests=${requests}`,
      `--seed=${seed}`,
      ...(path === undefined ? [] : [`--path=${path}`]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The attack ended with ${code}.`);
  return JSON.parse(output) as Report;
};

const seed = Number(values.seed);
const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(2);
const row = (name: string, memory: Memory) => [
  name,
  megabytes(memory.heap),
  megabytes(memory.external),
  megabytes(memory.resident),
  String(memory.resources),
];

const memory = join(PROJECT, 'dist', 'bench', 'campaign', 'memory.js');
const product = await startWatched(['--expose-gc', '--import', memory]);
const faults: string[] = [];
try {
  const warmUp = await attack(
    product.url,
    values.path === undefined ? WARM_UP_REQUESTS : 0,
    seed + 1_000_000_000,
  );
  const before = await product.measure();
  const began = performance.now();
  const report = await attack(product.url, Number(values.requests), seed, values.path);
  const seconds = (performance.now() - began) / 1000;
  const failure = warmUp.failure ?? report.failure;
  if (failure) faults.push(failure);
  if (product.hasEnded()) throw new Error(`The product ended.\n${product.complaints.join('\n')}`);
  const after = await product.measure();

  print(
    `Seed ${seed}: ${report.requests} hostile requests in ${seconds.toFixed(0)} s, after ${warmUp.requests} to warm up.`,
  );
  print(
    table(
      ['status', 'answers'],
      report.statuses
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([status, count]) => [status, String(count)]),
    ),
  );
  print('');
  print(
    table(
      ['memory, MB', 'heap in use', 'buffers', 'resident', 'open lines and timers'],
      [row('before', before), row('after', after)],
    ),
  );
  const growth = after.heap + after.external - before.heap - before.external;
  print(
    `The memory in use changed by ${megabytes(growth)} MB; up to ${megabytes(MOST_GROWTH_BYTES)} is no leak.`,
  );
  if (growth > MOST_GROWTH_BYTES) faults.push('The memory in use has grown.');
  if (report.requests >= ENOUGH_TO_REACH_ALL && report.neverReached.length > 0) {
    faults.push(`Never answered with success, so not truly tried: ${report.neverReached.join(', ')}`);
  }
  faults.push(...product.complaints.slice(0, 10));
} finally {
  const code = await product.stop();
  if (code !== 0) faults.push(`The product ended with ${code}.`);
}
print(faults.length === 0 ? 'Nothing to complain of.' : `\nFaults:\n${faults.join('\n')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
