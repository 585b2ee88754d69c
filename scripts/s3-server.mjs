// node scripts/s3-server.mjs: a real S3-speaking server on loopback for tests, OpenStack Swift from Debian's packages.
// Prints one line of JSON with what a client needs, runs until its standard input ends, and leaves nothing behind.
// Exit code 3, with the reason, when it cannot be had here.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensurePackages } from './apt.mjs';
import { freePorts } from './free-port.mjs';
import { run } from './run.mjs';

const kinds = ['account', 'container', 'object'];
const programs = [
  'swift-ring-builder',
  'memcached',
  ...[...kinds, 'proxy'].map((kind) => `swift-${kind}-server`),
];
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const user = userInfo().username;
const region = 'us-east-1';

const folder = mkdtempSync(join(tmpdir(), 'tickmark-s3-'));
const children = [];

try {
  await ensurePrograms();
  console.log(JSON.stringify(await start()));
  process.stdin.resume();
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, resolve);
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = error.isUnavailable ? 3 : 1;
} finally {
  await Promise.all(children.map(end));
  rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

async function ensurePrograms() {
  const log = console.log;
  // Standard output is for the one line.
  console.log = console.error;
  const areThere = await ensurePackages(packages, () => programs.every(isInPath));
  console.log = log;
  if (areThere) return;
  const error = new Error(`There is no OpenStack Swift here: install ${packages.join(', ')}.`);
  throw Object.assign(error, { isUnavailable: true });
}

function isInPath(program) {
  return [...(process.env.PATH ?? '').split(':'), '/usr/bin'].some((path) => existsSync(join(path, program)));
}

async function start() {
  for (const part of ['devices/disk', 'cache', 'log']) mkdirSync(join(folder, part), { recursive: true });
  const secret = process.env.S3_SERVER_SECRET ?? randomBytes(12).toString('hex');
  const [memcached, proxy, ...storage] = await freePorts(2 + kinds.length);
  write('swift.conf', {
    'swift-hash': { swift_hash_path_prefix: 'a', swift_hash_path_suffix: 'b' },
    'storage-policy:0': { name: 'only', default: 'yes' },
  });
  const common = { bind_ip: '127.0.0.1', workers: 0, user, swift_dir: folder };
  await Promise.all(
    kinds.map(async (kind, index) => {
      write(`${kind}-server.conf`, {
        DEFAULT: {
          ...common,
          bind_port: storage[index],
          devices: join(folder, 'devices'),
          mount_check: 'false',
          recon_cache_path: join(folder, 'cache'),
        },
        'pipeline:main': { pipeline: `${kind}-server` },
        // A list is to know at once what was put, however busy the machine is.
        [`app:${kind}-server`]: { use: `egg:swift#${kind}`, container_update_timeout: 30 },
      });
      await makeRing(kind, storage[index]);
    }),
  );
  const filters = [
    'catch_errors',
    'gatekeeper',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'copy',
    'slo',
    'dlo',
  ];
  write('proxy-server.conf', {
    DEFAULT: { ...common, bind_port: proxy },
    'pipeline:main': { pipeline: [...filters, 'proxy-server'].join(' ') },
    'app:proxy-server': {
      use: 'egg:swift#proxy',
      account_autocreate: 'true',
      conn_timeout: 10,
      node_timeout: 60,
      // Ten that found nobody, and it would ask nobody for a minute.
      error_suppression_limit: 1_000_000,
    },
    ...Object.fromEntries(filters.map((name) => [`filter:${name}`, { use: `egg:swift#${name}` }])),
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memcached}` },
    'filter:s3api': { use: 'egg:swift#s3api', location: region },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_tickmark_tests: `${secret} .admin` },
  });
  const asUser = user === 'root' ? ['-u', 'root'] : [];
  launch('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-m', '32', ...asUser]);
  for (const kind of [...kinds, 'proxy'])
    launch(`swift-${kind}-server`, [join(folder, `${kind}-server.conf`)]);
  const endpoint = `http://127.0.0.1:${proxy}`;
  // Those behind it first.
  for (const port of storage) await answers(`http://127.0.0.1:${port}`);
  await answers(endpoint);
  return { endpoint, region, accessKeyId: 'tickmark:tests', secretAccessKey: secret };
}

async function makeRing(kind, port) {
  const builder = join(folder, `${kind}.builder`);
  for (const step of [
    ['create', '4', '1', '0'],
    ['add', `r1z1-127.0.0.1:${port}/disk`, '1'],
    ['rebalance'],
  ]) {
    const { code, output } = await run('swift-ring-builder', [builder, ...step]);
    if (code !== 0) throw new Error(`swift-ring-builder failed: ${output}`);
  }
}

function write(name, sections) {
  const text = Object.entries(sections).map(
    ([title, values]) =>
      `[${title}]\n${Object.entries(values)
        .map(([key, value]) => `${key} = ${value}\n`)
        .join('')}`,
  );
  writeFileSync(join(folder, name), text.join('\n'));
}

function launch(program, args) {
  const log = join(folder, 'log', program);
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => writeFileSync(log, data, { flag: 'a' }));
  }
  child.on('error', () => {});
  children.push(child);
}

async function answers(endpoint) {
  const deadline = performance.now() + 120_000;
  while (!(await fetch(endpoint).catch(() => undefined))) {
    const dead = children.find((child) => child.exitCode !== null);
    if (dead || performance.now() > deadline) {
      const log = join(folder, 'log', 'swift-proxy-server');
      throw new Error(
        `Swift does not start. ${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`,
      );
    }
    await delay(100);
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(timer);
}
