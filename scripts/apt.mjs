// Packages of Debian and its relatives.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';

/** The words before a command that needs root: none, `sudo -n`, or undefined when we cannot be root or have no apt. */
async function asRoot() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/etc/debian_version')) return undefined;
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
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

/** The same for packages that would start a service: we only want their programs, so we tell them not to. */
export async function aptInstallPrograms(...packages) {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = process.getuid?.() === 0 && !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await aptInstall(...packages);
  } finally {
    if (isOurs) rmSync(policy);
  }
}
