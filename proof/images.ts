import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { print } from '../bench/figures.ts';
import { inProject } from '../server/root.ts';
import { BASE, makeBaseImage } from './images/base-image.ts';
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
 *   npm run proof -- images [--engine=docker|podman] [--base=debootstrap] [--from=COMMIT] [--only=running,upgrade]
 */

/** What a part needs. */
export interface Bench {
  engine: Engine;
  containers: Containers;
  steps: Steps;
  /** Builds the image of a commit as a step, and returns its name. */
  build(commit: string): Promise<string>;
}

const git = (...args: string[]) => sh('git', args, { cwd: inProject() });

const createBuilder = (engine: Engine, steps: Steps, folder: string) => {
  const built = new Map<string, string>();
  const build = async (name: string): Promise<string> => {
    const commit = await git('rev-parse', '--short', `${name}^{commit}`);
    const tag = `tickmark-proof:${commit}`;
    if (built.has(commit)) return tag;
    await steps.step(`the image of ${commit} is built`, async () => {
      const checkout = join(folder, commit);
      const archive = `${checkout}.tar`;
      await mkdir(checkout);
      await git('archive', '--output', archive, commit);
      await sh('tar', ['-xf', archive, '-C', checkout]);
      const since = performance.now();
      await engine.build(checkout, tag);
      const bytes = Number(await engine.do('image', 'inspect', '--format', '{{.Size}}', tag));
      return `${seconds(since)}, ${(bytes / 1e6).toFixed(0)} MB`;
    });
    built.set(commit, tag);
    return tag;
  };
  const removeAll = async () => {
    for (const tag of built.values()) await engine.do('rmi', '-f', tag).catch(() => {});
  };
  return { build, removeAll };
};

const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  running: tryRunning,
  upgrade: (bench) => tryUpgrade(bench, textOf('from') ?? 'HEAD~1'),
};

const folder = await mkdtemp(join(tmpdir(), 'tickmark-images-'));
const engine = await openEngine(process.env['CONTAINERS'] ?? 'docker', folder);
print(engine.name);
const steps = createSteps(print);
const containers = createContainers(engine);
const builder = createBuilder(engine, steps, folder);
let removeBase = async () => {};
try {
  if (textOf('base') === 'debootstrap') {
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
    if (chosen.includes(name)) await steps.group(name, () => part({ engine, containers, steps, ...builder }));
} finally {
  await containers.removeAll();
  await builder.removeAll();
  await removeBase();
  // Whatever storage an engine of our own had.
  await sh('rm', ['-rf', folder]).catch(() => rm(folder, { recursive: true, force: true }));
}
if (!steps.end()) process.exitCode = 1;
