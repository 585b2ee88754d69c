// What `npm run proof -- images` needs: Docker if it answers, else podman and buildah from Debian's packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstallPrograms, ensurePackages } from './apt.mjs';
import { run } from './run.mjs';

const packagesOf = {
  docker: [],
  podman: ['podman', 'buildah', 'runc', 'catatonit', 'containernetworking-plugins', 'iptables'],
};
/** What is there once its package is. */
const fileOf = { catatonit: 'catatonit', 'containernetworking-plugins': '/usr/lib/cni/portmap' };

/** Which of the two is used. Throws with what to do when it is not there. */
export async function ensureContainers({ engine, base }) {
  const hasDocker = async () => (await run('docker', ['info', '--format', '{{.ServerVersion}}'])).code === 0;
  const chosen = engine ?? ((await hasDocker()) ? 'docker' : 'podman');
  if (!(chosen in packagesOf)) throw new Error(`--engine is docker or podman, and not ${chosen}.`);
  const packages = [...packagesOf[chosen], ...(base === 'debootstrap' ? ['debootstrap'] : [])];
  const missing = () => packages.filter((name) => !isThere(fileOf[name] ?? name));
  const areThere =
    packages.length === 0 ||
    (await ensurePackages(
      packages,
      () => missing().length === 0,
      () => aptInstallPrograms(...missing()),
    ));
  if (!areThere) throw new Error(`Install ${missing().join(', ')}.`);
  if (packages.length > 0 && process.getuid?.() !== 0) throw new Error(`${packages[0]} needs root here.`);
  return chosen;
}

function isThere(program) {
  if (program.startsWith('/')) return existsSync(program);
  return [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((path) =>
    existsSync(join(path, program)),
  );
}
