import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../server/testing/process.ts';
import { createCall } from '../../server/testing/server.ts';
import type { Bench } from '../images.ts';
import { BACKUP, CONFINEMENT, confinedTo, passwordIn, RESTORE } from './running.ts';
import { fillSchool, readSchool, type School, SIZE } from './school.ts';
import { sh } from './shell.ts';
import { makeStandIns, STAND_IN_KEY } from './stand-ins.ts';
import { holds, seconds } from './steps.ts';

/** `deploy/compose.yaml` as it stands, on another port and under other names. */

const override = (image: string, port: number, hasStandIns: boolean): string => {
  const key = hasStandIns ? `environment: { S3_ACCESS_KEY_ID: "${STAND_IN_KEY}" }` : '';
  return `services:
  tickmark:
    image: ${image}
    ports: !override ["127.0.0.1:${port}:3000"]
    ${key}
  bucket:
    image: ${image}
    ${key}
`;
};

/** What the example asks to be filled in, and nothing else. */
const settingsFrom = (example: string): string =>
  example.replaceAll(/^(\w+_PASSWORD)=$/gm, (line, name: string) =>
    name === 'ADMIN_PASSWORD' ? line : `${line}${randomBytes(24).toString('hex')}`,
  );

/** Whether a container finds another by its name. */
const LOOK_UP = (name: string) =>
  `require('node:dns').lookup('${name}', (error) => console.log(error ? error.code : 'found'))`;

/** Where somebody outside of this machine is, as a container that may ask finds it out. */
const ADDRESS_OF = ({ hostname }: URL) =>
  `require('node:dns').lookup('${hostname}', (error, address) => console.log(error ? '' : address))`;

/** Whether a container reaches that. By the address, so that it is not the name alone that it cannot find. */
const GO_OUT = (host: string, { port, protocol }: URL) => `
const place = { host: '${host}', port: ${port || (protocol === 'https:' ? 443 : 80)}, timeout: 5000 };
const line = require('node:net').connect(place);
const end = (what) => { console.log(what); process.exit(); };
line.on('error', () => end('refused')).on('timeout', () => end('no answer')).on('connect', () => end('reached'));`;

export const tryCompose = async ({
  engine,
  commit,
  steps,
  checkOut,
  folder,
  hasStandIns,
}: Bench): Promise<void> => {
  const { step } = steps;
  const version = await engine.do('compose', 'version', '--short').catch(() => undefined);
  if (!engine.name.startsWith('Docker') || version === undefined) {
    steps.skip('deploy/compose.yaml', 'it needs Docker and its compose, 2.24.4 or later');
    return;
  }
  const checkout = await checkOut(commit);
  const deploy = join(checkout, 'deploy');
  const project = `tickmark-proof-${process.pid}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const files = ['compose.yaml', 'compose.proof.yaml'].flatMap((name) => ['-f', join(deploy, name)]);
  const compose = (...args: string[]) => engine.do('compose', '-p', project, ...files, ...args);
  const run = (service: string, script: string) => compose('exec', '-T', service, 'node', '-e', script);
  const up = async (): Promise<string> => {
    const since = performance.now();
    await compose('up', '-d', '--build');
    await engine.healthy(await compose('ps', '-q', 'tickmark'));
    return seconds(since);
  };
  const removeImages = async (): Promise<void> => {
    // One for each service that is built, of which the last has the name.
    const ofProject = `label=com.docker.compose.project=${project}`;
    const ids = await engine.do('image', 'ls', '--quiet', '--filter', ofProject);
    if (ids) await engine.do('rmi', '-f', ...new Set(ids.split('\n')));
  };
  let school: School;
  let seen: string;
  const backups = join(folder, 'backups');

  await writeFile(join(deploy, 'compose.proof.yaml'), override(`${project}:image`, port, hasStandIns));
  await writeFile(join(deploy, '.env'), settingsFrom(await readFile(join(deploy, 'env.example'), 'utf8')));
  await step('deploy/compose.yaml is understood', async () => {
    await engine.do('compose', '-f', join(deploy, 'compose.yaml'), 'config', '--quiet');
    return `compose ${version}`;
  });
  const removeStandIns = hasStandIns ? await makeStandIns(engine, checkout, step) : async () => {};
  try {
    await step('its image is built', async () => {
      const since = performance.now();
      await compose('build');
      return seconds(since);
    });
    await step('with env.example filled in, all services start and Tickmark becomes healthy', up);
    await step('its process is confined', async () => {
      const said = await run('tickmark', CONFINEMENT);
      holds(said === confinedTo(undefined), `${said} is ${confinedTo(undefined)}`);
    });
    await step('it has no volumes but those that it names', async () => {
      const ids = (await compose('ps', '-aq')).split('\n');
      const format = '{{range .Mounts}}{{if eq .Type "volume"}}{{.Name}} {{end}}{{end}}';
      const names = (await engine.do('inspect', '--format', format, ...ids)).split(/\s+/).toSorted();
      const named = ['postgres', 'store', 'work'].map((name) => `${project}_${name}`);
      holds(names.join(' ') === named.join(' '), `${names.join(' ')} is ${named.join(' ')}`);
    });
    await step('the database and the store see Tickmark alone', async () => {
      holds((await run('tickmark', LOOK_UP('postgres'))) === 'found', 'Tickmark finds the database');
      holds((await run('tickmark', LOOK_UP('store'))) === 'found', 'Tickmark finds the store');
      if (!hasStandIns) return 'what they see themselves was not asked: they have no Node';
      holds((await run('postgres', LOOK_UP('store'))) !== 'found', 'the database does not find the store');
      holds((await run('store', LOOK_UP('postgres'))) !== 'found', 'the store does not find the database');
      // Somebody whom this machine asks anyway.
      const outside = new URL((await sh('npm', ['config', 'get', 'registry'])).split('\n').at(-1) ?? '');
      const address = await run('tickmark', ADDRESS_OF(outside));
      if (!address || (await run('tickmark', GO_OUT(address, outside))) !== 'reached')
        return 'nobody outside can be reached from here at all';
      for (const name of ['postgres', 'store'])
        holds((await run(name, GO_OUT(address, outside))) !== 'reached', `${name} has no way to the world`);
      return 'a host outside is reached from Tickmark, and not from them';
    });
    await step('a school is put into it with the password from its logs', async () => {
      school = await fillSchool(url, passwordIn(await compose('logs', '--no-log-prefix', 'tickmark')));
      seen = await readSchool(url, school);
      return SIZE;
    });
    await step('the addresses of clients are those that a proxy on this machine tells', async () => {
      const guess = async (address: string) => {
        const form = { username: 'student1', password: 'a guess' };
        const headers = { 'x-forwarded-for': address };
        return (await createCall(url)('POST /token', { form, headers })).status;
      };
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push(await guess('198.51.100.1'));
      statuses.push(await guess('198.51.100.2'));
      holds(statuses.join(' ') === '401 401 401 401 401 429 401', statuses.join(' '));
    });
    await step('a backup is made beside it, and taken out', async () => {
      await mkdir(backups);
      const since = performance.now();
      await compose('exec', '-T', 'tickmark', 'node', BACKUP, '/data/backup.tar');
      await compose('cp', 'tickmark:/data/backup.tar', join(backups, 'backup.tar'));
      for (const [path, mode] of [
        [folder, 0o711],
        [backups, 0o755],
        [join(backups, 'backup.tar'), 0o644],
      ] as const)
        await chmod(path, mode);
      return seconds(since);
    });
    await step('Tickmark and its database started again have all their data', async () => {
      const since = performance.now();
      await compose('restart', 'postgres', 'tickmark');
      await engine.healthy(await compose('ps', '-q', 'tickmark'));
      const taken = seconds(since);
      holds((await readSchool(url, school)) === seen, 'people see what they saw before');
      return `healthy after ${taken}`;
    });
    await step('it stops when it is asked to', async () => {
      const since = performance.now();
      await compose('stop', 'tickmark');
      const id = await compose('ps', '-aq', 'tickmark');
      const code = await engine.do('inspect', '--format', '{{.State.ExitCode}}', id);
      holds(code === '0', `its exit code is ${code}`);
      return seconds(since);
    });
    await step('with all volumes removed, the backup is restored before the first start', async () => {
      await compose('down', '--volumes');
      const since = performance.now();
      const mount = ['-v', `${backups}:/backups:ro`];
      await compose('run', '--rm', '-T', ...mount, 'tickmark', 'node', RESTORE, '/backups/backup.tar');
      return `${seconds(since)}, with the start of database and store`;
    });
    await step('there people see the same', async () => {
      const taken = await up();
      holds((await readSchool(url, school, 'password')) === seen, 'people see what they saw before');
      return `healthy after ${taken}`;
    });
  } catch (error) {
    const logs = await compose('logs', '--tail', '40').catch(() => '');
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${logs}`, { cause: error });
  } finally {
    await compose('down', '--volumes').catch(() => {});
    await removeImages().catch(() => {});
    await removeStandIns();
  }
};
