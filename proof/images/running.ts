import type { Bench } from '../images.ts';
import { type Container, MEMORY } from './container.ts';
import { fillSchool, readSchool, type School, SIZE } from './school.ts';
import { holds, seconds } from './steps.ts';

/** One image from its first start to its end: what it may do, its data, a backup and back, a kill, a stop. */

export const passwordIn = (logs: string): string => {
  const password = /Platform admin password: (\S+)/.exec(logs)?.[1];
  if (password === undefined) throw new Error(`The logs tell no password:\n${logs}`);
  return password;
};

export const BACKUP = 'dist/server/operations/backup.js';
export const RESTORE = 'dist/server/operations/restore.js';

/** What its own process says of itself; tried, not read from what it was asked for. */
export const CONFINEMENT = `
const { readFileSync, writeFileSync } = require('node:fs');
const status = readFileSync('/proc/self/status', 'utf8');
const field = (name) => new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)[1];
const mayWrite = (path) => { try { writeFileSync(path, ''); return true; } catch { return false; } };
console.log(JSON.stringify({
  user: process.getuid(),
  capabilities: ['CapPrm', 'CapEff', 'CapBnd'].map(field).map((hex) => Number('0x' + hex)),
  noNewPrivileges: field('NoNewPrivs'),
  memory: process.constrainedMemory() < require('node:os').totalmem() ? process.constrainedMemory() : 'not limited',
  writable: ['/', '/app/', '/usr/', '/home/node/', '/data/', '/tmp/'].filter((path) => mayWrite(path + 'probe')),
}));`;
/** Without a limit there is as much as the machine has, or a number too large to be one. */
export const confinedTo = (memory: number | undefined): string =>
  JSON.stringify({
    user: 1000,
    capabilities: [0, 0, 0],
    noNewPrivileges: '1',
    memory: memory ?? 'not limited',
    writable: ['/data/', '/tmp/'],
  });

const PEAK = `
const { existsSync, readFileSync } = require('node:fs');
const files = ['/sys/fs/cgroup/memory/memory.max_usage_in_bytes', '/sys/fs/cgroup/memory.peak'];
console.log(readFileSync(files.find(existsSync), 'utf8'));`;

export const tryRunning = async ({
  engine,
  containers,
  steps: { step },
  build,
  commit,
}: Bench): Promise<void> => {
  const image = await build(commit);
  const volume = await containers.newVolume();
  let container: Container;
  let school: School;
  let seen: string;
  const start = async (of: string): Promise<string> => {
    const since = performance.now();
    container = await containers.start(image, of);
    await container.healthy();
    return seconds(since);
  };

  await step('it says how its health is found out, and runs as nobody of importance', async () => {
    const format = '{{json .Config.Healthcheck.Test}} {{.Config.User}} {{.Config.StopSignal}}';
    const said = await engine.do('image', 'inspect', '--format', format, image);
    holds(/readyz.* node SIGTERM$/.test(said), said);
  });
  await step('it starts on an empty volume and becomes healthy', () => start(volume));
  await step('its process is confined', async () => {
    const said = await container.exec('node', '-e', CONFINEMENT);
    holds(said === confinedTo(MEMORY), `${said} is ${confinedTo(MEMORY)}`);
  });
  await step('it serves pages', async () => {
    const page = await fetch(`${container.url}/login`);
    holds(page.ok && (await page.text()).includes('<title>'), 'the login page is there');
  });
  await step('a school is put into it with the password from its logs', async () => {
    school = await fillSchool(container.url, passwordIn(await container.logs()));
    seen = await readSchool(container.url, school);
    return SIZE;
  });
  await step('a backup is made beside it, and is complete', async () => {
    const since = performance.now();
    await container.exec('node', BACKUP, '/data/backup.tar');
    await container.exec('node', BACKUP, '--check', '/data/backup.tar');
    return seconds(since);
  });
  await step('killed and started again, it has all its data', async () => {
    await container.kill();
    const since = performance.now();
    await container.start();
    await container.healthy();
    holds((await readSchool(container.url, school)) === seen, 'people see what they saw before');
    return `healthy after ${seconds(since)}`;
  });
  await step('half a gigabyte is enough', async () => {
    const peak = Number(await container.exec('node', '-e', PEAK));
    holds(peak < MEMORY, `${peak} is below the limit`);
    return `at most ${(peak / 1024 / 1024).toFixed(0)} MB with what the kernel keeps of files`;
  });
  await step('it stops when it is asked to, and leaves in order', async () => {
    const since = performance.now();
    const code = await container.stop();
    holds(code === 0, `its exit code is ${code}`);
    return seconds(since);
  });
  const fresh = await containers.newVolume();
  await step('the backup is restored into a fresh volume', async () => {
    const since = performance.now();
    const mounts = [`${fresh}:/data`, `${volume}:/backups:ro`];
    await containers.runOnce(image, mounts, 'node', RESTORE, '/backups/backup.tar');
    return seconds(since);
  });
  await step('there people see the same', async () => {
    await start(fresh);
    holds((await readSchool(container.url, school, 'password')) === seen, 'people see what they saw before');
    holds((await container.stop()) === 0, 'it stops');
  });
};
