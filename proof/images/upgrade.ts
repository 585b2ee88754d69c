import type { Bench } from '../images.ts';
import type { Container } from './container.ts';
import { passwordIn } from './running.ts';
import { fillSchool, readSchool, type School, SIZE } from './school.ts';
import { holds, seconds } from './steps.ts';

const ENDS = { stopped: 'stop', killed: 'kill' } as const;

/** An older image on a volume, then the newer one on the same. */
export const tryUpgrade = async (
  { containers, steps: { step }, build, commit }: Bench,
  from: string,
): Promise<void> => {
  const older = await build(from);
  const newer = await build(commit);
  for (const [ended, end] of Object.entries(ENDS)) {
    const volume = await containers.newVolume();
    let container: Container;
    let school: School;
    let seen: string;

    await step('the older image runs and gets a school', async () => {
      container = await containers.start(older, volume);
      await container.healthy();
      school = await fillSchool(container.url, passwordIn(await container.logs()));
      seen = await readSchool(container.url, school);
      return SIZE;
    });
    await step(`once that is ${ended}, the newer image becomes healthy on the same volume`, async () => {
      await container[end]();
      const since = performance.now();
      container = await containers.start(newer, volume);
      await container.healthy();
      return seconds(since);
    });
    await step('people are still logged in and see the same', async () => {
      holds((await readSchool(container.url, school)) === seen, 'people see what they saw before');
      await container.stop();
    });
  }
};
