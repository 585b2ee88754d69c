import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, leaveBinaries, linkLibraries, runPostgresProgram } from './binaries.ts';

const isRoot = process.getuid?.() === 0;
/** The account that root runs PostgreSQL as, in these tests. */
const account = isRoot ? { uid: 1, gid: 1 } : undefined;

let folder: string;
let undo: (() => Promise<unknown> | void)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickmark-test-'));
  await chmod(folder, 0o755);
  undo = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
});

/** The package as npm unpacks it: without the links between libraries that its script would make. */
const unpack = async (): Promise<string> => {
  const { bin } = await findBinaries(undefined);
  const copy = join(folder, 'package');
  const isLink = async (path: string) => (await lstat(path)).isSymbolicLink();
  await cp(dirname(dirname(bin)), copy, {
    recursive: true,
    filter: async (path) => !path.endsWith('.a') && !(await isLink(path)),
  });
  return copy;
};

const librariesIn = (path: string) => readdir(join(path, 'native', 'lib'));

/** For root as well. */
const makeReadOnly = async (path: string): Promise<void> => {
  if (!isRoot) {
    undo.push(() => chmod(join(path, 'native', 'lib'), 0o755));
    return chmod(join(path, 'native', 'lib'), 0o555);
  }
  execFileSync('mount', ['--bind', path, path]);
  undo.push(() => void execFileSync('umount', ['-l', path]));
  execFileSync('mount', ['-o', 'remount,bind,ro', path]);
};

describe('the programs of PostgreSQL', { timeout: 120_000 }, () => {
  it('run in place, once the links between their libraries exist', async () => {
    const unpacked = await unpack();
    const before = await librariesIn(unpacked);
    await linkLibraries(unpacked);
    expect((await librariesIn(unpacked)).length).toBeGreaterThan(before.length);
    await makeReadOnly(unpacked);
    expect(await findBinaries(account, unpacked, join(folder, 'cache'))).toMatchObject({
      bin: join(unpacked, 'native', 'bin'),
      libraries: undefined,
    });
  });

  it('run in place with links elsewhere, when we may not write beside them', async () => {
    const unpacked = await unpack();
    await makeReadOnly(unpacked);
    const binaries = await findBinaries(account, unpacked, join(folder, 'cache'));
    expect(binaries).toMatchObject({ bin: join(unpacked, 'native', 'bin') });
    const { libraries = '' } = binaries;
    expect(dirname(libraries)).toBe(tmpdir());
    await runPostgresProgram(binaries, 'initdb', ['--version']);
    await leaveBinaries(binaries);
    expect(await readdir(tmpdir())).not.toContain(basename(libraries));
    expect(await readdir(folder)).toEqual(['package']);
  });

  it.runIf(isRoot)('are copied when the account cannot reach them', async () => {
    const unpacked = await unpack();
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await cp(unpacked, join(closed, 'package'), { recursive: true });
    const cache = join(folder, 'cache');
    const binaries = await findBinaries(account, join(closed, 'package'), cache);
    expect(binaries.bin).toMatch(new RegExp(`^${cache}/postgresql-[^/]+/native/bin$`));
    await runPostgresProgram(binaries, 'postgres', ['--version']);
    expect(await findBinaries(account, join(closed, 'package'), cache)).toEqual(binaries);
  });
});
