import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Programs in the background, which Ctrl+C does not reach: whoever starts one ends it. */

export interface Account {
  uid: number;
  gid: number;
}

/** Where a program runs and leaves what it says, and as whom, if not as ourselves. */
export interface Place {
  folder: string;
  account?: Account;
}

export interface Program {
  pid: number;
  isRunning(): boolean;
}

export const startProgram = (
  { folder, account }: Place,
  name: string,
  [program, ...args]: [string, ...string[]],
  environment: Record<string, string> = {},
): Program => {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', log, log],
    detached: true,
    ...account,
  });
  closeSync(log);
  child.on('error', () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started.`);
  return { pid, isRunning: () => child.exitCode === null && child.signalCode === null };
};

/** To each that still runs. 0 stands for none, and would be ourselves. */
export const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  if (pids.some((pid) => pid <= 0)) throw new Error(`What is to get ${name} does not run.`);
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself in this moment.
    }
  }
};
