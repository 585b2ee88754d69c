import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sh } from './shell.ts';

/** Docker, or podman with buildah. Their commands are the same but for what is here. */
export interface Engine {
  name: string;
  /** A command of its own, such as `volume create`. Returns what it said. */
  do(...args: string[]): Promise<string>;
  /** The image of a checkout. */
  build(checkout: string, tag: string): Promise<void>;
  /** What every container is started with besides. */
  runOptions: readonly string[];
  /** Resolves when the health check of a container says that it is healthy. */
  healthy(container: string): Promise<void>;
}

const DOCKERFILE = join('deploy', 'Dockerfile');
const PATIENCE_MS = 120_000;

const whenHealthy = async (isHealthy: () => Promise<boolean>, hasEnded: () => Promise<boolean>) => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isHealthy())) {
    if (await hasEnded()) throw new Error('It ended.');
    if (performance.now() > deadline) throw new Error('It does not become healthy.');
    await delay(200);
  }
};

const openDocker = async (): Promise<Engine> => {
  // Only BuildKit reads the list, beside the Dockerfile, of what is sent to it.
  const docker = (...args: string[]) => sh('docker', args, { env: { DOCKER_BUILDKIT: '1' } });
  const isState = async (container: string, format: string, wanted: string) =>
    (await docker('inspect', '--format', format, container)) === wanted;
  return {
    name: `Docker ${await docker('info', '--format', '{{.ServerVersion}}')}`,
    do: docker,
    build: async (checkout, tag) => {
      await docker('build', '-f', join(checkout, DOCKERFILE), '-t', tag, checkout);
    },
    runOptions: [],
    healthy: (container) =>
      whenHealthy(
        () => isState(container, '{{.State.Health.Status}}', 'healthy'),
        () => isState(container, '{{.State.Running}}', 'false'),
      ),
  };
};

/** With a store of its own in this folder. */
const openPodman = async (folder: string): Promise<Engine> => {
  const store = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const options = [...store, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
  const podman = (...args: string[]) => sh('podman', [...options, ...args]);
  return {
    name: `${await sh('podman', ['--version'])}, ${await sh('buildah', ['--version'])}`,
    do: podman,
    build: async (checkout, tag) => {
      // OCI has no health checks; and of ignore files buildah knows the one in the folder only, unless told.
      const what = ['--format', 'docker', '--ignorefile', join(checkout, `${DOCKERFILE}.dockerignore`)];
      const how = ['--isolation', 'chroot', '--layers=false', '--pull=missing'];
      const file = ['-f', join(checkout, DOCKERFILE), '-t', tag, checkout];
      await sh('buildah', [...store, 'bud', ...what, ...how, ...file]);
    },
    // Enough, and no more than any machine gives: podman asks for more than root may have on some.
    runOptions: ['--ulimit', 'nofile=1024:16384', '--ulimit', 'nproc=4096:4096'],
    healthy: (container) =>
      whenHealthy(
        // Without systemd nobody asks by itself.
        () =>
          podman('healthcheck', 'run', container).then(
            () => true,
            () => false,
          ),
        async () => (await podman('inspect', '--format', '{{.State.Running}}', container)) === 'false',
      ),
  };
};

export const openEngine = (name: string, folder: string): Promise<Engine> =>
  name === 'docker' ? openDocker() : openPodman(folder);
