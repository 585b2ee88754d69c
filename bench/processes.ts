import { readdirSync, readFileSync } from 'node:fs';

/** What processes cost, by what Linux says of them in /proc. */

/** Of the kernel's clock. */
const TICKS_PER_SECOND = 100;

const statOf = (pid: number | string) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((n) => Number(fields[n]));
    return { parent, own: (user ?? 0) + (system ?? 0), ended: (childUser ?? 0) + (childSystem ?? 0) };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
};

export const parentOf = (pid: number): number => statOf(pid).parent ?? 0;

/** Seconds of processor time of a process; with those of its children, also of those that have ended. */
export const cpuOf = (pid: number, { withChildren = false } = {}): number => {
  const { own, ended } = statOf(pid);
  if (!withChildren) return own / TICKS_PER_SECOND;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name).parent === pid);
  return (
    [own, ended, ...children.map((child) => statOf(child).own)].reduce((a, b) => a + b) / TICKS_PER_SECOND
  );
};

/** Of a process, of its children and so on. */
export const familyOf = (pid: number): number[] => {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(name).parent]),
  );
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
};

/** Megabytes that a process holds in memory now. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
