import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, openClient } from '../product.ts';
import { createMachine, type Machine } from './machine.ts';
import { type Account, type Program, signal, startProgram } from './programs.ts';
import { filled } from './templates.ts';
import { ask, until } from './waiting.ts';
import { isWhole, type Member } from './whole.ts';

/** Three machines on loopback, at an address each, and a HAProxy before them. */
export interface Cluster {
  machines: readonly Machine[];
  /** Of the database, through HAProxy. */
  url: string;
  primary(): Promise<Machine>;
  synchronousStandby(): Promise<Machine>;
  /** Waits until everything runs, streams and is healthy. */
  whole(): Promise<void>;
  switchover(): Promise<void>;
  haproxy: { kill(): void; start(): void };
}

/** What scripts/cluster-programs.mjs found. */
export interface ClusterPrograms {
  postgres: string;
  account: Account;
  patroniPackage?: string;
}

const NAMES = ['n1', 'n2', 'n3'];
const secret = () => randomBytes(24).toString('hex');

const makeValues = async (postgres: string) => ({
  ADDRESS_1: '127.0.0.11',
  ADDRESS_2: '127.0.0.12',
  ADDRESS_3: '127.0.0.13',
  NETWORK: '127.0.0.0/8',
  ETCD_CLIENT_PORT: String(await freePort()),
  ETCD_PEER_PORT: String(await freePort()),
  REST_PORT: String(await freePort()),
  POSTGRES_PORT: String(await freePort()),
  HAPROXY_PORT: String(await freePort()),
  POSTGRES_PROGRAMS: postgres,
  SUPERUSER_PASSWORD: secret(),
  REPLICATION_PASSWORD: secret(),
  REWIND_PASSWORD: secret(),
  REST_PASSWORD: secret(),
});
type ClusterValues = Awaited<ReturnType<typeof makeValues>>;

const unpack = (debianPackage: string, within: string): string => {
  const folder = join(within, 'patroni');
  execFileSync('dpkg-deb', ['--extract', debianPackage, folder]);
  return join(folder, 'usr', 'lib', 'python3', 'dist-packages');
};

const createMachines = (
  within: string,
  { account, patroniPackage }: ClusterPrograms,
  values: ClusterValues,
): Machine[] => {
  const pythonPath = patroniPackage && unpack(patroniPackage, within);
  return NAMES.map((name, n) =>
    createMachine(
      name,
      within,
      { account, pythonPath },
      { ...values, ADDRESS: values[`ADDRESS_${n + 1}` as 'ADDRESS_1'] },
    ),
  );
};

/** What Patroni says, whichever of the three answers. */
const membersOf = async (machines: readonly Machine[], port: string): Promise<Member[]> => {
  const answers = await Promise.all(machines.map(({ address }) => ask(`http://${address}:${port}/cluster`)));
  const said = answers.find((answer) => answer !== undefined) as { members?: Member[] } | undefined;
  return said?.members ?? [];
};

/** The database of Tickmark and its account, as docs/cluster.md has them made. */
const createDatabase = async (address: string, { POSTGRES_PORT, SUPERUSER_PASSWORD }: ClusterValues) => {
  const password = secret();
  const db = await openClient({
    host: address,
    port: Number(POSTGRES_PORT),
    user: 'postgres',
    password: SUPERUSER_PASSWORD,
    database: 'postgres',
  });
  await db.query(`create role tickmark login password '${password}'`);
  await db.query('create database tickmark owner tickmark');
  await db.end();
  return password;
};

/** It starts as root and becomes its own account. */
const startHaproxy = (within: string, values: ClusterValues) => {
  const file = join(within, 'haproxy.cfg');
  writeFileSync(file, filled('haproxy.cfg', values));
  let program: Program | undefined;
  const start = () => {
    program = startProgram({ folder: within }, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', file]);
  };
  start();
  return {
    start,
    kill: () => {
      if (program?.isRunning()) signal([program.pid], 'SIGKILL');
    },
  };
};

/** `defer` takes what ends it again, from the beginning on. */
export const startCluster = async (
  within: string,
  programs: ClusterPrograms,
  defer: (end: () => Promise<void> | void) => void,
): Promise<Cluster> => {
  const folder = join(within, 'cluster');
  mkdirSync(folder, { mode: 0o711 });
  const values = await makeValues(programs.postgres);
  const machines = createMachines(folder, programs, values);
  const members = () => membersOf(machines, values.REST_PORT);
  const machineOf = async (role: Member['role']): Promise<Machine> => {
    const name = (await members()).find((member) => member.role === role)?.name;
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`The cluster has no ${role}.`);
    return machine;
  };
  const whole = () =>
    until('the cluster was whole', async () => {
      const healthy = await Promise.all(machines.map((machine) => machine.isEtcdHealthy()));
      return healthy.every(Boolean) && isWhole(await members(), machines.length);
    });
  const haproxy = startHaproxy(folder, values);
  defer(() => haproxy.kill());
  for (const machine of machines) {
    defer(() => machine.stop());
    machine.start();
  }
  await whole();
  const password = await createDatabase((await machineOf('leader')).address, values);
  return {
    machines,
    url: `postgres://tickmark:${password}@127.0.0.1:${values.HAPROXY_PORT}/tickmark`,
    primary: () => machineOf('leader'),
    synchronousStandby: () => machineOf('sync_standby'),
    whole,
    switchover: async () => {
      const { name, address } = await machineOf('leader');
      const answer = await fetch(`http://${address}:${values.REST_PORT}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${values.REST_PASSWORD}`)}` },
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`);
    },
    haproxy,
  };
};
