import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import { signal } from './programs.ts';
import type { Tickmarks } from './tickmarks.ts';
import { until } from './waiting.ts';

/** What is done to a cluster. */
export interface Fault {
  what: string;
  /** Does it, and returns what somebody does about it once writes are acknowledged again. */
  strike(cluster: Cluster, tickmarks: Tickmarks): Promise<() => Promise<void> | void>;
  /** Whether connections to Tickmark may break. */
  cutsOff?: boolean;
  /** Whether reads have to be answered all the while. */
  readsGoOn?: boolean;
}

const FREEZE_MS = 45_000;
/** Until the machine's own supervisor, systemd, has started it again. */
const SUPERVISOR_MS = 1000;
const AWAY_MS = 10_000;
const WITHOUT_STANDBYS_MS = 20_000;
const nothing = () => undefined;

const killMachine = (machine: Machine) => {
  signal(machine.everything(), 'SIGKILL');
  return () => machine.start();
};

export const FAULTS: readonly Fault[] = [
  {
    what: 'the primary’s machine: kill -9 of etcd, Patroni and PostgreSQL',
    strike: async (cluster) => killMachine(await cluster.primary()),
  },
  {
    what: 'the primary’s postmaster: kill -9',
    strike: async (cluster) => {
      signal([(await cluster.primary()).postmaster()], 'SIGKILL');
      return nothing;
    },
  },
  {
    what: 'the primary’s Patroni alone: kill -9',
    strike: async (cluster) => {
      const machine = await cluster.primary();
      signal([machine.patroni()], 'SIGKILL');
      return () => machine.start();
    },
  },
  {
    what: 'switchover',
    strike: async (cluster) => {
      await cluster.switchover();
      return nothing;
    },
  },
  {
    what: 'the primary’s machine: SIGSTOP for 45 s, then SIGCONT',
    strike: async (cluster) => {
      const machine = await cluster.primary();
      const frozen = machine.everything();
      signal(frozen, 'SIGSTOP');
      await pause(FREEZE_MS);
      signal(frozen, 'SIGCONT');
      return nothing;
    },
  },
  {
    what: 'the synchronous standby’s machine: kill -9 of the same',
    strike: async (cluster) => killMachine(await cluster.synchronousStandby()),
  },
  {
    what: 'both standbys, but not their etcd: kill -9 of Patroni and PostgreSQL, away for 20 s',
    readsGoOn: true,
    strike: async (cluster, tickmarks) => {
      const primary = await cluster.primary();
      const standbys = cluster.machines.filter((machine) => machine !== primary);
      signal(
        standbys.flatMap((machine) => [machine.patroni(), ...machine.postgres()]),
        'SIGKILL',
      );
      const onlyRead = async () => (await tickmarks.statuses()).every((status) => status === 'read-only');
      await until('all Tickmarks said that they only read', onlyRead, WITHOUT_STANDBYS_MS).catch(
        (error: unknown) => {
          const left = standbys.map((one) => `${one.name}: ${one.postgres().length}`).join(', ');
          throw new Error(`PostgreSQL's processes on the standbys: ${left}`, { cause: error });
        },
      );
      await pause(WITHOUT_STANDBYS_MS);
      for (const machine of standbys) machine.start();
      return nothing;
    },
  },
  {
    what: 'one etcd: kill -9, away for 10 s',
    strike: async ({ machines }) => {
      const machine = machines[randomInt(machines.length)];
      signal([machine?.etcd() ?? 0], 'SIGKILL');
      await pause(AWAY_MS);
      return () => machine?.start();
    },
  },
  {
    what: 'HAProxy: kill -9, started again after 1 s',
    strike: async ({ haproxy }) => {
      haproxy.kill();
      await pause(SUPERVISOR_MS);
      haproxy.start();
      return nothing;
    },
  },
  {
    what: 'one Tickmark: kill -9, started again after 10 s',
    cutsOff: true,
    strike: async (_cluster, tickmarks) => {
      const which = randomInt(tickmarks.ports.length);
      tickmarks.kill(which);
      await pause(AWAY_MS);
      return () => tickmarks.restart(which);
    },
  },
];

/** So many in all, every kind in turn, or only those kinds that have this in their name. */
export const faultsInTurn = (count: number, only = ''): Fault[] => {
  const kinds = FAULTS.filter(({ what }) => what.includes(only));
  if (kinds.length === 0) throw new Error(`There is no fault with "${only}" in its name.`);
  return Array.from({ length: count }, (_, n) => kinds[n % kinds.length] as Fault);
};
