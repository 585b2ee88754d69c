import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import type { Steps } from './steps.ts';

/** Others in place of the images of `deploy/compose.yaml` that are not ours, where no registry can be reached. */

/** Swift's keys name a person. */
export const STAND_IN_KEY = 'tickmark:tests';

const STAND_INS = [
  {
    of: /^ +image: (postgres:.*)$/m,
    what: 'postgres',
    context: ['proof', 'images', 'stand-ins', 'postgres'],
  },
  { of: /^ +image: (chrislusf\/seaweedfs:.*)$/m, what: 'store', context: [] },
];

/** Returns how to remove them. */
export const makeStandIns = async (
  engine: Engine,
  checkout: string,
  step: Steps['step'],
): Promise<() => Promise<void>> => {
  const compose = await readFile(join(checkout, 'deploy', 'compose.yaml'), 'utf8');
  const isThere = (name: string) =>
    engine.do('image', 'inspect', name).then(
      () => true,
      () => false,
    );
  const made: string[] = [];
  const remove = async () => {
    for (const name of made) await engine.do('rmi', '-f', name).catch(() => {});
  };
  try {
    for (const { of, what, context } of STAND_INS) {
      const name = of.exec(compose)?.[1];
      if (name === undefined) throw new Error(`deploy/compose.yaml names no image for ${what}.`);
      await step(`a stand-in for ${name} is made`, async () => {
        if (await isThere(name)) throw new Error(`${name} is here: leave --base=debootstrap out.`);
        const dockerfile = join(checkout, 'proof', 'images', 'stand-ins', what, 'Dockerfile');
        await engine.do('build', '-f', dockerfile, '-t', name, join(checkout, ...context));
        made.push(name);
      });
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
};
