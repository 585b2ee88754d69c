import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { familyOf } from '../processes.ts';
import { type Account, type Place, type Program, signal, startProgram } from './programs.ts';
import { filled, settingsOf, type Values } from './templates.ts';
import { ask, until } from './waiting.ts';

/** One of the three machines of a cluster, as far as it is one: an address, with etcd, Patroni and PostgreSQL. */
export interface Machine {
  name: string;
  address: string;
  /** Starts what does not run. */
  start(): void;
  /** Processes of PostgreSQL; none while it is down. */
  postgres(): number[];
  postmaster(): number;
  patroni(): number;
  etcd(): number;
  /** All that runs on it. */
  everything(): number[];
  isEtcdHealthy(): Promise<boolean>;
  stop(): Promise<void>;
}

/** How Patroni is run: the machine's own, or one that was unpacked beside it. */
export interface PatroniPrograms {
  account: Account;
  /** A folder of Python packages that comes first. */
  pythonPath?: string | undefined;
}

const ownedFolder = (folder: string, { uid, gid }: Account): string => {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
  return folder;
};

const ownedFile = (path: string, text: string, { uid, gid }: Account): string => {
  writeFileSync(path, text, { mode: 0o600 });
  chownSync(path, uid, gid);
  return path;
};

const PATIENCE_MS = 20_000;

export const createMachine = (
  name: string,
  within: string,
  { account, pythonPath }: PatroniPrograms,
  shared: Values & { ADDRESS: string; ETCD_CLIENT_PORT: string },
): Machine => {
  const folder = ownedFolder(join(within, name), account);
  const values = { ...shared, NODE: name, POSTGRES_DATA: folder, ETCD_DATA: join(folder, 'etcd') };
  const place: Place = { folder, account };
  const patroniFile = ownedFile(join(folder, 'patroni.yml'), filled('patroni.yml', values), account);
  const etcdSettings = settingsOf(filled('etcd.env', values));
  const address = values.ADDRESS;
  let etcd: Program | undefined;
  let patroni: Program | undefined;

  const postmaster = (): number => {
    const file = join(folder, 'data', 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    // The file outlives a killed process, and its number may be somebody else's by now.
    const isPostgres = pid > 0 && existsSync(`/proc/${pid}/cmdline`);
    return isPostgres && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : 0;
  };
  const postgres = (): number[] => {
    const pid = postmaster();
    return pid > 0 ? familyOf(pid) : [];
  };
  const runningOf = (program: Program | undefined): number[] =>
    program?.isRunning() ? familyOf(program.pid) : [];
  const everything = () => [...new Set([...runningOf(patroni), ...postgres(), ...runningOf(etcd)])];

  return {
    name,
    address,
    start: () => {
      if (!etcd?.isRunning()) etcd = startProgram(place, 'etcd', ['/usr/bin/etcd'], etcdSettings);
      if (!patroni?.isRunning()) {
        const command: [string, ...string[]] = ['/usr/bin/python3', '-m', 'patroni', patroniFile];
        patroni = startProgram(place, 'patroni', command, pythonPath ? { PYTHONPATH: pythonPath } : {});
      }
    },
    postgres,
    postmaster,
    patroni: () => patroni?.pid ?? 0,
    etcd: () => etcd?.pid ?? 0,
    everything,
    isEtcdHealthy: async () => {
      const said = (await ask(`http://${address}:${values.ETCD_CLIENT_PORT}/health`)) as
        | { health?: string }
        | undefined;
      return said?.health === 'true';
    },
    stop: async () => {
      // Frozen ones hear nothing. PostgreSQL is not killed, so that it gives its shared memory back.
      signal(everything(), 'SIGCONT');
      signal([...runningOf(patroni), ...runningOf(etcd)], 'SIGKILL');
      signal([postmaster()].filter(Boolean), 'SIGQUIT');
      await until(`${name} has stopped`, () => everything().length === 0, PATIENCE_MS).catch(() =>
        signal(everything(), 'SIGKILL'),
      );
    },
  };
};
