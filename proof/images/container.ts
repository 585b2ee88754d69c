import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../server/testing/process.ts';
import type { Engine } from './engine.ts';

/** The product in a container, as narrow as `deploy/compose.yaml` makes it, and with half a gigabyte. */
export interface Container {
  name: string;
  url: string;
  exec(...command: string[]): Promise<string>;
  logs(): Promise<string>;
  /** Resolves once the health check passes. */
  healthy(): Promise<void>;
  /** Asks it to end; returns its exit code. */
  stop(): Promise<number>;
  /** Ends it without a word. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const MEMORY = 512 * 1024 * 1024;
const CONFINED = [
  ['--read-only'],
  ['--tmpfs', '/tmp'],
  ['--cap-drop', 'ALL'],
  ['--security-opt', 'no-new-privileges'],
  // With swap counted: there is none to hide in.
  ['--memory', String(MEMORY), '--memory-swap', String(MEMORY)],
].flat();

/** What is made here, and removed at the end. */
export interface Containers {
  start(image: string, volume: string): Promise<Container>;
  /** Runs a command in a container of its own to its end. */
  runOnce(image: string, mounts: readonly string[], ...command: string[]): Promise<string>;
  newVolume(): Promise<string>;
  removeAll(): Promise<void>;
}

export const createContainers = (engine: Engine): Containers => {
  const made: { names: string[]; volumes: string[] } = { names: [], volumes: [] };
  const newName = (): string =>
    `tickmark-proof-${process.pid}-${made.names.length + made.volumes.length + 1}`;
  const stateOf = (name: string, field: string) =>
    engine.do('inspect', '--format', `{{.State.${field}}}`, name);
  const whenEnded = async (name: string): Promise<void> => {
    while ((await stateOf(name, 'Running')) === 'true') await delay(50);
  };
  return {
    start: async (image, volume) => {
      const name = newName();
      made.names.push(name);
      const port = await freePort();
      const options = ['--name', name, '--init', '-p', `127.0.0.1:${port}:3000`, '-v', `${volume}:/data`];
      await engine.do('run', '-d', ...engine.runOptions, ...CONFINED, ...options, image);
      return {
        name,
        url: `http://127.0.0.1:${port}`,
        exec: (...command) => engine.do('exec', name, ...command),
        logs: () => engine.do('logs', name),
        healthy: () => engine.healthy(name),
        stop: async () => {
          await engine.do('stop', '-t', '20', name);
          return Number(await stateOf(name, 'ExitCode'));
        },
        kill: async () => {
          await engine.do('kill', name);
          await whenEnded(name);
        },
        start: async () => void (await engine.do('start', name)),
      };
    },
    runOnce: (image, mounts, ...command) =>
      engine.do(
        'run',
        '--rm',
        ...engine.runOptions,
        ...CONFINED,
        ...mounts.flatMap((mount) => ['-v', mount]),
        image,
        ...command,
      ),
    newVolume: async () => {
      const name = newName();
      await engine.do('volume', 'create', name);
      made.volumes.push(name);
      return name;
    },
    removeAll: async () => {
      for (const name of made.names) await engine.do('rm', '-f', name).catch(() => {});
      for (const name of made.volumes) await engine.do('volume', 'rm', name).catch(() => {});
    },
  };
};
