// Other versions of Node.js, to run tests on: the programs themselves, as npm has them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm, root } from './run.mjs';

const home = join(root, 'scripts', 'nodes');

/** The path of a Node.js of this major version. */
export async function ensureNode(major) {
  const program = join(
    home,
    'node_modules',
    `node${major}-${process.platform}-${process.arch}`,
    'bin',
    'node',
  );
  await withLock(async () => {
    if (existsSync(program)) return;
    console.log(`Installing Node ${major} ...`);
    const { code, output } = await npm(['ci', '--loglevel=error'], { cwd: home });
    if (code !== 0) throw new Error(output);
  });
  if (existsSync(program)) return program;
  throw new Error(
    `There is no Node ${major} for ${process.platform} on ${process.arch} to run the tests on.`,
  );
}
