import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { memoryOf, parentOf } from './processes.ts';
import { freePort, makeFolder, PROJECT, whenReady } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * `npm start` in a clone where everything is installed and built, until `/readyz` answers: with a database to make and
 * with one that is there. Beside it the least that could answer: a Node.js that listens.
 */

const ROUNDS = rounds(5, 3);
const LOOK_EVERY_MS = 5;

const BARE = `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`;

const npm = process.env['npm_execpath'];
const START: [string, string[]] = npm ? [process.execPath, [npm, 'start']] : ['npm', ['start']];

/** Every process below one. */
const family = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(family)];
const childrenOf = (pid: number): number[] => everybody().filter((one) => parentOf(one) === pid);
const everybody = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Milliseconds until it is ready, and the memory of the largest of its processes: the server itself. */
const time = async ([program, args]: [string, string[]], dataDir: string) => {
  const port = await freePort();
  const began = performance.now();
  const child: ChildProcess = spawn(program, args, {
    cwd: PROJECT,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'bench-platform-admin',
      LOG_LEVEL: 'error',
    },
  });
  const ended = once(child, 'exit');
  await whenReady(`http://127.0.0.1:${port}`, () => child.exitCode !== null, LOOK_EVERY_MS);
  const ms = performance.now() - began;
  const members = family(child.pid ?? 0);
  const memory = Math.max(...members.map((pid) => memoryOf(pid)));
  child.kill('SIGTERM');
  await ended;
  // npm ends at once; the server ends when it has stopped its database.
  while (members.some((pid) => parentOf(pid) > 0)) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return { ms, memory };
};

const fresh: number[] = [];
const again: number[] = [];
const bare: number[] = [];
const memory: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const folder = await makeFolder();
  try {
    fresh.push((await time(START, folder)).ms);
    const second = await time(START, folder);
    again.push(second.ms);
    memory.push(second.memory);
    bare.push((await time([process.execPath, ['-e', BARE]], folder)).ms);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
report([
  line('npm start on a warm clone to /readyz, new data', {
    values: fresh,
    unit: 'ms',
    bare,
    budget: { atMost: 5000 },
  }),
  line('npm start on a warm clone to /readyz, data there', {
    values: again,
    unit: 'ms',
    bare,
    budget: { atMost: 3000 },
  }),
  line('memory of the server after its start', { values: memory, unit: 'MB', budget: { atMost: 300 } }),
]);
