// node scripts/nginx-server.mjs PORT [FILE]: a real nginx on loopback for tests, from Debian's packages, with
// deploy/nginx.conf before a Tickmark at PORT. Its ports and its certificate are the only difference. Another site in FILE
// is read before it, as Debian's own would be. Prints one line of JSON with what a client needs, runs until its standard
// input ends, and leaves nothing behind. Exit code 3, with the reason, when it cannot be had here.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstallPrograms, ensurePackages } from './apt.mjs';
import { freePorts } from './free-port.mjs';
import { root, run } from './run.mjs';

const packages = ['nginx-light', 'openssl'];
const programs = ['/usr/sbin/nginx', '/usr/bin/openssl'];
const [nginx, openssl] = programs;

const [target, otherFile] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tickmark-nginx-'));
// Its workers run under an account of their own when root starts it.
chmodSync(folder, 0o711);
let child;

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
  await end();
  rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

async function ensurePrograms() {
  const isComplete = () => programs.every((program) => existsSync(program));
  const log = console.log;
  // Standard output is for the one line.
  console.log = console.error;
  const areThere = await ensurePackages(packages, isComplete, () => aptInstallPrograms(...packages));
  console.log = log;
  if (areThere) return;
  const error = new Error(`There is no nginx here: install ${packages.join(', ')}.`);
  throw Object.assign(error, { isUnavailable: true });
}

async function start() {
  const [http, https] = await freePorts(2);
  const certificate = await makeCertificate('tickmark.example.org');
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll('/etc/letsencrypt/live/tickmark.example.org', folder)
    .replaceAll('proxy_pass http://127.0.0.1:3000', `proxy_pass http://127.0.0.1:${target}`);
  const others = otherFile ? [readFileSync(otherFile, 'utf8')] : [];
  const sites = [...others, site].map((text) => onPorts(text, { 80: http, 443: https }));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, around(sites));

  let errors = '';
  child = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-4000);
  });
  while (!(await answers(https))) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${errors}`);
    await delay(20);
  }
  return { http, https, certificate };
}

/** What Debian's /etc/nginx/nginx.conf is around a site, as far as it matters. */
function around(sites) {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  ${kept.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${sites.join('\n')}
}
`;
}

/** On loopback only, and with IPv6 where there is some. */
function onPorts(site, ports) {
  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some(({ address }) => address === '::1');
  return site.replaceAll(/^( *)listen (\[::\]:)?(80|443)\b(.*)$/gm, (_, indent, ipv6, port, rest) => {
    if (ipv6 && !hasIpv6) return '';
    return `${indent}listen ${ipv6 ? '[::1]' : '127.0.0.1'}:${ports[port]}${rest}`;
  });
}

async function makeCertificate(name) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const owner = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const { code, output } = await run(openssl, [
    'req',
    ...kind,
    ...owner,
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  if (code !== 0) throw new Error(`openssl failed: ${output}`);
  return readFileSync(certificate, 'utf8');
}

function answers(port) {
  return new Promise((resolve) => {
    const line = connect(port, '127.0.0.1', () => {
      line.destroy();
      resolve(true);
    });
    line.on('error', () => resolve(false));
  });
}

async function end() {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
