// What has to be there before the product runs: its dependencies and its build. Both are made when they are missing or
// made from something else than what is here now, and checked in a few milliseconds otherwise.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm, root, run, seconds } from './run.mjs';

/** In this order. The web build makes the pages, prerenders and compresses them by its own configuration. */
const buildCommands = [
  ['node_modules/typescript/bin/tsc', '-b', 'domain', 'contract', 'server'],
  ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts'],
];

/** All that the build reads. */
const sources = [
  'domain',
  'contract',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'scripts/setup.mjs',
];

const path = (...parts) => join(root, ...parts);
const read = (file) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : undefined);

/** Both, or the end: for scripts that can do nothing without them. */
export async function prepareOrExit(options) {
  try {
    await ensureDependencies();
    await ensureBuild(options);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

// ---------------------------------------------------------------------------------------------- dependencies

const installStamp = 'node_modules/.tickmark';

export async function ensureDependencies() {
  const wanted = installHash();
  if (read(installStamp) === wanted) return;
  await withLock(async () => {
    if (read(installStamp) === wanted) return;
    // Somebody may have run npm by hand.
    if (!fitsSystem() || !fitsLockFile()) await install();
    writeFileSync(path(installStamp), wanted);
  });
}

/** Not the version of Node: what is installed runs on each that we do. */
const system = `${process.platform} ${process.arch}`;

function installHash() {
  return `${system}\n${createHash('sha256').update(read('package-lock.json')).digest('hex')}`;
}

/** npm's own note of what is in node_modules. */
function installedPackages() {
  return JSON.parse(read('node_modules/.package-lock.json') ?? '{}').packages ?? {};
}

/** Whether what is installed, if anything, was installed for this system and not copied from another. */
function fitsSystem() {
  return (
    (read(installStamp) ?? system).startsWith(system) &&
    Object.values(installedPackages()).every(
      ({ os = [process.platform], cpu = [process.arch] }) =>
        os.includes(process.platform) && cpu.includes(process.arch),
    )
  );
}

/** Whether all that the lock file names is there, in the versions that it names; programs for other systems may be missing. */
function fitsLockFile() {
  const installed = installedPackages();
  return Object.entries(JSON.parse(read('package-lock.json')).packages).every(
    ([name, { version, optional = false }]) =>
      name === '' || (installed[name] ? installed[name].version === version : optional),
  );
}

/**
 * Not `npm ci`: it insists on a lock file with the programs of every system that a package knows of, and a registry that
 * mirrors only some of them cannot make one. `--no-save` leaves the lock file as it is, and we check what npm made of it.
 */
async function install() {
  console.log('Installing dependencies ...');
  const since = Date.now();
  if (!fitsSystem()) rmSync(path('node_modules'), { recursive: true, force: true });
  // The build needs the development ones too, which npm leaves out when NODE_ENV is production.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await npm(['install', '--no-save', '--include=dev', ...quiet], { live: true });
  if (code !== 0) throw new Error('The dependencies could not be installed (npm install failed, see above).');
  if (!fitsLockFile())
    throw new Error('npm did not install what package-lock.json says. Is it in step with package.json?');
  console.log(`Installed in ${seconds(since)}.`);
}

// ----------------------------------------------------------------------------------------------------- build

const buildStamp = 'dist/.tickmark';

export async function ensureBuild({ force = false } = {}) {
  const wanted = buildHash();
  if (!force && isBuilt(wanted)) return;
  await withLock(async () => {
    if (!force && isBuilt(wanted)) return; // the one that we waited for did it
    await build({ force: force || !existsSync(path('dist/server/main.js')) });
    writeFileSync(path(buildStamp), wanted);
  });
}

function isBuilt(wanted) {
  return read(buildStamp) === wanted && existsSync(path('dist/server/main.js'));
}

/** By content: the times of files say nothing after a `git checkout`. */
function buildHash() {
  const hash = createHash('sha256');
  const configs = readdirSync(root).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const name of [...sources, ...configs]) addToHash(hash, name);
  return hash.digest('hex');
}

function addToHash(hash, name) {
  let entries;
  try {
    entries = readdirSync(path(name), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return;
    if (error.code !== 'ENOTDIR') throw error;
    const content = readFileSync(path(name));
    hash.update(`${name} ${content.length}\n`).update(content);
    return;
  }
  const names = entries.map((entry) => entry.name);
  for (const entry of names.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (entry !== 'node_modules' && !/\.test\.tsx?$/.test(entry)) addToHash(hash, `${name}/${entry}`);
  }
}

async function build({ force }) {
  console.log('Building ...');
  const since = Date.now();
  // Until the new stamp is written, nobody takes what is here for complete.
  mkdirSync(path('dist'), { recursive: true });
  rmSync(path(buildStamp), { force: true });
  for (const [file, ...args] of buildCommands) {
    const forced = force && file.endsWith('/tsc') ? ['--force'] : [];
    const { code, output } = await run(process.execPath, [file, ...args, ...forced]);
    if (code !== 0) throw new Error(`${output}\nThe build failed (${file} ${args.join(' ')}).`);
  }
  // Here, since the user who runs the server may not be allowed to write to node_modules.
  const { linkLibraries } = await import('../dist/server/db/embedded/binaries.js');
  await linkLibraries();
  console.log(`Built in ${seconds(since)}.`);
}
