import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../bench/product.ts';
import { makeDataFolder } from '../../server/testing/folder.ts';

/** Another version of the product, taken from the history and built in a folder of its own. */
export interface Version {
  commit: string;
  folder: string;
  /** Its newest migration. */
  schema: string;
  remove(): Promise<void>;
}

const execute = promisify(execFile);
const git = async (...args: string[]): Promise<string> => {
  const { stdout } = await execute('git', args, { cwd: PROJECT });
  return stdout.trim();
};

const MIGRATIONS = join('server', 'db', 'migrations');
const newestMigration = async (folder: string): Promise<string> =>
  (await readdir(join(folder, MIGRATIONS))).toSorted().at(-1) ?? '';

/** The newest commit whose schema is older than this one's: what most who upgrade come from. */
const beforeTheNewestMigration = async (): Promise<string> => {
  const path = join(MIGRATIONS, await newestMigration(PROJECT));
  const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', path);
  return `${added === '' ? 'HEAD' : added}~1`;
};

/** Runs a script of the version in its folder, and returns what it printed. */
export const runIn = async (
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> => {
  const { stdout } = await execute(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    maxBuffer: 64_000_000,
  });
  return stdout;
};

export const buildVersion = async (
  wanted: string | undefined,
  say: (line: string) => void,
): Promise<Version> => {
  const name = wanted ?? (await beforeTheNewestMigration());
  const commit = await git('rev-parse', '--short=7', '--verify', `${name}^{commit}`).catch(() => {
    throw new Error(`There is no commit ${name} here. Name one with --from=COMMIT.`);
  });
  const home = await makeDataFolder();
  const folder = join(home, 'version');
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    say(`Building ${commit} ...`);
    await mkdir(folder);
    const archive = join(home, 'version.tar');
    await git('archive', '--format=tar', `--output=${archive}`, commit);
    await execute('tar', ['-xf', archive, '-C', folder]);
    // Its build replaces what does not fit its lock file.
    await execute('cp', ['-Rp', join(PROJECT, 'node_modules'), folder]);
    await runIn(folder, [join('scripts', 'build.mjs')]);
    return { commit, folder, schema: await newestMigration(folder), remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
