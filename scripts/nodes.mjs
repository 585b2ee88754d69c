// Other versions of Node.js, to run tests on: the programs themselves, as npm has them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm, root } from './run.mjs';

const home = join(root, 'scripts', 'nodes');
const read = (...path) => JSON.parse(readFileSync(join(home, ...path), 'utf8'));

/** The path of a Node.js of this major version. */
export async function ensureNode(major) {
  const name = `node${major}-${process.platform}-${process.arch}`;
  const wanted = read('package.json').optionalDependencies[name]?.split('@').at(-1);
  if (!wanted)
    throw new Error(`There is no Node ${major} for ${process.platform} on ${process.arch} to run tests on.`);
  await withLock(async () => {
    if (installedVersion(name) === wanted) return;
    console.log(`Installing Node ${wanted} ...`);
    const { code, output } = await npm(['ci', '--loglevel=error'], { cwd: home });
    if (code !== 0 || installedVersion(name) !== wanted) throw new Error(output);
  });
  return join(home, 'node_modules', name, 'bin', 'node');
}

function installedVersion(name) {
  try {
    return read('node_modules', name, 'package.json').version;
  } catch {
    return undefined;
  }
}
