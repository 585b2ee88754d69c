import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PROJECT } from './product.ts';
import { line, type Row, report } from './rows.ts';

/**
 * How long `npm test` takes from a fresh clone of what is committed, with everything to be installed and built, and each
 * of its steps. Once: it takes minutes by itself.
 */

const BUDGET_SECONDS = 600;

const folder = await makeFolder();
try {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', PROJECT, clone]);
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/test.mjs'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece) => {
    output += String(piece);
    process.stdout.write(String(piece));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - began) / 1000;
  const steps: Row[] = [...output.matchAll(/^== (.+)\n[\s\S]*?\((\d+\.\d) s\)$/gm)].map(
    ([, name = '', took]) => line(`the tests' step "${name}"`, { values: [Number(took)], unit: 's' }),
  );
  report([
    ...steps,
    line('npm test from a fresh clone', {
      values: [seconds],
      unit: 's',
      budget: { atMost: BUDGET_SECONDS },
    }),
  ]);
  if (code !== 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
