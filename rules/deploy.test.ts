import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { read } from './sources.ts';

/** The examples in deploy/ are copied as they are: what they trust and hand out is looked at here. */

describe('deploy/compose.yaml', () => {
  const compose = read('deploy/compose.yaml');
  /** The top-level keys and, below `services:`, the services. */
  const blocks = (text: string, indent: string) =>
    new Map(
      text
        .split(new RegExp(`^(?=${indent}[\\w-]+:)`, 'm'))
        .map((block) => [/^ *([\w-]+):/.exec(block)?.[1] ?? '', block]),
    );
  const top = blocks(compose, '');
  const services = blocks(top.get('services') ?? '', '  ');
  const service = (name: string) => services.get(name) ?? '';

  test('builds the image that it names, wherever it names it', () => {
    const image = top.get('x-image') ?? '';
    expect(image).toMatch(/^ {2}image: tickmark\n {2}pull_policy: build\n {2}build:$/m);
    expect(compose.match(/image: tickmark$/gm)).toHaveLength(1);
    for (const name of ['tickmark', 'bucket']) expect(service(name)).toContain('<<: *image\n');
  });

  test('hands each service its own secrets only', () => {
    const secretsOf = (text: string) =>
      [...text.matchAll(/\$\{(\w*PASSWORD)/g)].map(([, name = '']) => name).toSorted();
    expect(secretsOf(top.get('x-store') ?? '')).toEqual(['STORE_PASSWORD']);
    expect(secretsOf(service('tickmark'))).toEqual(['ADMIN_PASSWORD', 'POSTGRES_PASSWORD']);
    expect(secretsOf(service('postgres'))).toEqual(['POSTGRES_PASSWORD']);
    expect(secretsOf(service('bucket'))).toEqual([]);
    expect(service('bucket')).toContain('environment: *store\n');
    expect(service('bucket')).toContain('networks: [store]\n');
  });

  test('trusts one address, that of a proxy on the same machine', () => {
    const trusted = /TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-([^}]*)\}/.exec(compose)?.[1];
    expect(trusted).toMatch(/^[\d.]+$/);
    expect(top.get('networks')).toContain(`gateway: ${trusted}\n`);
    expect(top.get('networks')?.match(/internal: true/g)).toHaveLength(2);
    expect(read('deploy/env.example')).toMatch(/^TRUSTED_PROXIES=$/m);
  });
});

describe('deploy/nginx.conf', () => {
  const nginx = read('deploy/nginx.conf').replaceAll(/#.*$/gm, '');

  test('passes its own name on, and none that a client made up', () => {
    expect(nginx).not.toMatch(/\$(host|http_host|http_x_)/);
    expect(nginx).toContain('proxy_set_header Host tickmark.example.org;');
    expect(nginx).toContain('return 301 https://tickmark.example.org$request_uri;');
    for (const header of ['X-Forwarded-Host', 'Forwarded'])
      expect(nginx).toContain(`proxy_set_header ${header} "";`);
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    // A location with a header of its own would inherit none of these.
    expect(nginx.match(/^ {4}proxy_set_header/gm)).toBeNull();
  });

  test('refuses other hosts, on either port', () => {
    const [first = ''] = nginx.split(/^(?=server \{)/m).slice(1);
    expect(first.match(/listen .*default_server;/g)).toHaveLength(4);
    expect(first).toContain('ssl_reject_handshake on;');
    expect(first).toContain('return 444;');
  });
});

describe('deploy/cluster', () => {
  const files = ['etcd.env', 'patroni.yml', 'haproxy.cfg'].map((name) => read(`deploy/cluster/${name}`));
  const asked = new Set(files.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)));

  test('asks for what cluster.env names, and for nothing else', () => {
    const named = [...read('deploy/cluster/cluster.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(named)).toEqual(asked);
  });

  test('comes without a password', () => {
    expect(read('deploy/cluster/cluster.env').match(/^\w+PASSWORD=.*$/gm)).toEqual(
      ['SUPERUSER', 'REPLICATION', 'REWIND', 'REST'].map((name) => `${name}_PASSWORD=`),
    );
    for (const text of files) expect(text).not.toMatch(/password: (?!\$\{)\S/);
  });
});

const systemdVersion = (() => {
  try {
    return Number(/\d+/.exec(execFileSync('systemd-analyze', ['--version'], { encoding: 'utf8' }))?.[0]);
  } catch {
    return 0;
  }
})();

/** By systemd's own judgement, where it is installed and new enough to judge a file. */
describe.skipIf(systemdVersion < 250)('deploy/tickmark.service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-service-'));
  const file = join(folder, 'tickmark.service');
  afterAll(() => rmSync(folder, { recursive: true }));
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  // Node may be elsewhere on this machine.
  writeFileSync(file, read('deploy/tickmark.service').replace('/usr/bin/node', process.execPath));

  test('is understood to the last line', () => {
    const { status, output } = analyze('verify', '--man=no');
    expect(output.split('\n').filter((line) => line.includes('tickmark.service'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('leaves what it runs little to harm: 1.5 of 10 with systemd 252', () => {
    const { status, output } = analyze('security', '--offline=true', '--threshold=20', '--no-pager');
    expect(status, output).toBe(0);
  });
});
