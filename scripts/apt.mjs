// Packages of Debian and its relatives.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { withLock } from './lock.mjs';
import { run } from './run.mjs';

/** The words before a command that needs root: none, `sudo -n`, or undefined when we cannot be root or have no apt. */
async function asRoot() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/etc/debian_version')) return undefined;
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
}

/**
 * Installs packages with `install`, unless `isThere` finds their programs. Of several that ask at once, as test files do, one
 * installs and the others wait: a program's file is there before what it needs is, so it does not count until dpkg is done
 * with its package. Returns whether they are there; if not, the reason is on the screen.
 */
export async function ensurePackages(packages, isThere, install = () => aptInstall(...packages)) {
  const isReady = async () => isThere() && !(await isUnfinished(packages));
  if (!(await isReady())) await withLock(async () => (await isReady()) || install());
  return isThere();
}

/** Whether dpkg has unpacked one of them, and not set it up. Who has no dpkg has the programs from elsewhere. */
async function isUnfinished(packages) {
  const { output } = await run('dpkg-query', ['--show', '--showformat=${db:Status-Abbrev}\n', ...packages]);
  return /^.[UHF]/m.test(output);
}

let updated = false;

/** Installs packages if we may. False, with the reason on the screen, when they could not be installed. */
export async function aptInstall(...packages) {
  const prefix = await asRoot();
  if (prefix === undefined) return false;
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120'];
  console.log(`Installing ${packages.join(', ')} with apt-get ...`);
  // A failing update is no reason to stop: the package may be known already, or come from another source.
  const steps = updated ? [] : [['update']];
  updated = true;
  let result;
  for (const step of [...steps, ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...args] = [...prefix, ...apt, ...step];
    result = await run(command, args, { limit: 600_000 });
  }
  if (result.code !== 0) console.log(result.output);
  return result.code === 0;
}

const policy = '/usr/sbin/policy-rc.d';
const wanted = '/etc/systemd/system';

/** Services that start with the machine, as links `…target.wants/NAME.service`. */
function enabledServices() {
  if (!existsSync(wanted)) return [];
  return readdirSync(wanted, { recursive: true }).filter((path) => /\.wants\/.*\.service$/.test(path));
}

/**
 * The same for packages of which we only want the programs: the services that are in them are neither started now nor with
 * the machine.
 */
export async function aptInstallPrograms(...packages) {
  const prefix = await asRoot();
  if (prefix === undefined) return false;
  const asRootNow = (...command) => {
    const [program, ...args] = [...prefix, ...command];
    spawnSync(program, args, { stdio: 'ignore' });
  };
  const before = new Set(enabledServices());
  const isOurs = !existsSync(policy);
  const release = () => asRootNow('rm', '-f', policy);
  // Left behind, it would keep every package from starting its service, for good.
  const signals = ['SIGINT', 'SIGTERM'].filter((signal) => process.listenerCount(signal) === 0);
  const quit = () => process.exit(130);
  if (isOurs) {
    process.once('exit', release);
    for (const signal of signals) process.once(signal, quit);
    asRootNow('sh', '-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`);
  }
  try {
    return await aptInstall(...packages);
  } finally {
    if (isOurs) {
      release();
      process.removeListener('exit', release);
      for (const signal of signals) process.removeListener(signal, quit);
    }
    for (const link of enabledServices().filter((path) => !before.has(path))) {
      asRootNow('systemctl', 'disable', basename(link));
    }
  }
}
