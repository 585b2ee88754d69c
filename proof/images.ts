import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from '../bench/figures.ts';
import { inProject } from '../server/root.ts';
import { BASE, makeBaseImage } from './images/base-image.ts';
import { tryCompose } from './images/compose.ts';
import { type Containers, createContainers } from './images/container.ts';
import { type Engine, openEngine } from './images/engine.ts';
import { tryRunning } from './images/running.ts';
import { sh } from './images/shell.ts';
import { createSteps, type Steps, seconds } from './images/steps.ts';
import { tryUpgrade } from './images/upgrade.ts';
import { textOf } from './options.ts';

/**
 * `deploy/Dockerfile` built and run, by Docker or by podman: docs/images.md.
 *
 *   npm run proof -- images [--engine=docker|podman] [--base=debootstrap] [--from=COMMIT] [--only=running,upgrade,compose]
 */

/** What a part needs. */
export interface Bench {
  engine: Engine;
  containers: Containers;
  steps: Steps;
  /** Which is tried. */
  commit: string;
  /** Files of the proof, and nobody else's. */
  folder: string;
  /** Whether images of others are made here instead of pulled. */
  hasStandIns: boolean;
  /** The files of a commit, in a folder. */
  checkOut: (commit: string) => Promise<string>;
  /** Builds the image of a commit as a step, and returns its name. */
  build: (commit: string) => Promise<string>;
}

const git = (...args: string[]) => sh('git', args, { cwd: inProject() });

const commitOf = (name: string) => git('rev-parse', '--short', `${name}^{commit}`);

const createCheckOut = (folder: string) => async (name: string) => {
  const checkout = join(folder, await commitOf(name));
  if (existsSync(checkout)) return checkout;
  await mkdir(checkout);
  await git('archive', '--output', `${checkout}.tar`, name);
  await sh('tar', ['-xf', `${checkout}.tar`, '-C', checkout]);
  return checkout;
};

const createBuilder = (engine: Engine, { step }: Steps, checkOut: Bench['checkOut']) => {
  const built = new Set<string>();
  const build = async (name: string): Promise<string> => {
    const commit = await commitOf(name);
    const tag = `tickmark-proof:${commit}`;
    if (built.has(tag)) return tag;
    await step(`the image of ${commit} is built`, async () => {
      const checkout = await checkOut(name);
      const since = performance.now();
      await engine.build(checkout, tag);
      const bytes = Number(await engine.do('image', 'inspect', '--format', '{{.Size}}', tag));
      return `${seconds(since)}, ${(bytes / 1e6).toFixed(0)} MB`;
    });
    built.add(tag);
    return tag;
  };
  const removeAll = async () => {
    for (const tag of built) await engine.do('rmi', '-f', tag).catch(() => {});
  };
  return { build, removeAll };
};

const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  running: tryRunning,
  upgrade: (bench) => tryUpgrade(bench, textOf('from') ?? `${bench.commit}~1`),
  compose: tryCompose,
};

const folder = await mkdtemp(join(tmpdir(), 'tickmark-images-'));
const engine = await openEngine(process.env['CONTAINERS'] ?? 'docker', folder);
print(engine.name);
const steps = createSteps(print);
const containers = createContainers(engine);
const checkOut = createCheckOut(folder);
const { build, removeAll } = createBuilder(engine, steps, checkOut);
const hasStandIns = textOf('base') === 'debootstrap';
const commit = await commitOf('HEAD');
const bench = { engine, commit, containers, steps, folder, hasStandIns, checkOut, build };
let removeBase = async () => {};
try {
  if (hasStandIns) {
    await steps.group('base', () =>
      steps.step(`a stand-in for ${BASE} is made`, async () => {
        const since = performance.now();
        removeBase = await makeBaseImage(engine, folder);
        return seconds(since);
      }),
    );
  }
  const chosen = textOf('only')?.split(',') ?? Object.keys(PARTS);
  for (const [name, part] of Object.entries(PARTS))
    if (chosen.includes(name)) await steps.group(name, () => part(bench));
} finally {
  await containers.removeAll();
  await removeAll();
  await removeBase();
  // Whatever storage an engine of our own had.
  await sh('rm', ['-rf', folder]).catch(() => rm(folder, { recursive: true, force: true }));
}
if (!steps.end()) process.exitCode = 1;
