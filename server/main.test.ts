import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeDataFolder } from './testing/folder.ts';
import { PASSWORD } from './testing/people.ts';
import { launch, type Running, ready } from './testing/process.ts';

/** The built product as a process of its own, on embedded data of its own. */

let folder: string;
let running: Running[];
beforeEach(async () => {
  folder = await makeDataFolder();
  running = [];
});
afterEach(async () => {
  for (const { process: child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
});

const start = async (
  environment: Record<string, string> = {},
  command?: Parameters<typeof launch>[1],
): Promise<Running> => {
  const server = await launch({ DATA_DIR: folder, ...environment }, command);
  running.push(server);
  return server;
};

const register = (server: Running, username: string) =>
  fetch(`${server.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ username, email: `${username}@example.org`, password: PASSWORD }),
  });

/** Resolves when the request has been handed to the system. */
const ask = (line: Socket, path: string): Promise<void> =>
  new Promise((resolve) => {
    line.end(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`, () => resolve());
  });

/** Everything received until either side closes the connection. */
const readAll = (line: Socket): Promise<string> =>
  new Promise((resolve) => {
    let all = '';
    line.on('data', (text) => {
      all += String(text);
    });
    line.on('error', (error) => {
      all += error.message;
    });
    line.on('close', () => resolve(all));
  });

// Each starts the product once or twice, with a new database.
describe('the server', { timeout: 180_000 }, () => {
  test('prints its URL, and its admin password once', async () => {
    const first = await ready(await start());
    expect(first.output()).toContain(`Tickmark is ready at ${first.url}`);
    const password = /Platform admin password: (\S+)/.exec(first.output())?.[1] ?? '';
    const login = (server: Running) =>
      fetch(`${server.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      });
    expect((await login(first)).status).toBe(204);
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await ready(await start());
    expect(second.output()).not.toContain('Platform admin password');
    expect((await login(second)).status).toBe(204);
  });

  test('does not start with a weak admin password if others can reach it, and warns otherwise', async () => {
    const refused = await start({
      ADMIN_PASSWORD: 'Tickmark-Admin-2026',
      PUBLIC_URL: 'https://tickmark.example',
    });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      '- ADMIN_PASSWORD is little more than the name Tickmark, and others can reach this server.',
    );
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    const warned = await ready(await start({ ADMIN_PASSWORD: 'fourteen chars' }));
    expect(warned.output()).toContain(
      'Warning: ADMIN_PASSWORD has fewer than 15 characters. It is accepted only because no other machine can connect.',
    );
  });

  test('refuses data that another server uses, without disturbing it', async () => {
    const first = await ready(await start());
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another Tickmark server is already using ${folder}`);
    expect((await register(first, 'still-here')).status).toBe(200);
  });

  test('killed under load it loses nothing that it acknowledged', async () => {
    const first = await ready(await start({ RATE_LIMIT: 'off' }));
    const names = Array.from({ length: 40 }, (_, n) => `student${n}`);
    const answers = names.map(async (name) => ({
      name,
      ok: (await register(first, name).catch(() => undefined))?.ok,
    }));
    await Promise.any(
      answers.map(async (answer) => ((await answer).ok ? answer : Promise.reject(new Error('no')))),
    );
    first.process.kill('SIGKILL');
    const acknowledged = (await Promise.all(answers)).filter(({ ok }) => ok).map(({ name }) => name);
    expect(acknowledged.length).toBeGreaterThan(0);

    const second = await ready(await start({ RATE_LIMIT: 'off' }));
    for (const name of acknowledged) expect((await register(second, name)).status).toBe(400);
  });

  test('killed during an import it has imported all or nobody; told to stop it cancels the import', async () => {
    const environment = { RATE_LIMIT: 'off', ADMIN_PASSWORD: 'of-this-test-alone' };
    const headers = {
      'content-type': 'application/json',
      'x-admin-password': environment.ADMIN_PASSWORD,
      connection: 'close',
    };
    const send = (server: Running, path: string, body: unknown) =>
      fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const rows = Array.from({ length: 500 }, (_, n) => ({
      username: `row${n}`,
      email: `row${n}@school.edu`,
      role: 'student',
    }));
    /** Its own hash waits in the queue with those of the import, which has begun when this is answered. */
    const besides = async (server: Running, name: string) =>
      expect((await register(server, name)).status).toBe(200);

    const first = await ready(await start(environment));
    const made = await send(first, '/admin/schools', { name: 'School', domain_pattern: '@school.edu' });
    const { id } = (await made.json()) as { id: number };
    const killed = send(first, `/admin/schools/${id}/batch-import`, rows).catch(() => undefined);
    await besides(first, 'one');
    first.process.kill('SIGKILL');
    const isImported = (await killed)?.ok;

    const second = await ready(await start(environment));
    const counts = await fetch(`${second.url}/api/admin/users/counts`, { headers });
    const { students } = (await counts.json()) as { students: number };
    expect(isImported ? [501] : [1, 501]).toContain(students);

    const others = rows.map(({ username }) => ({
      ...rows[0],
      username: `x${username}`,
      email: `${username}@x.edu`,
    }));
    const stopped = send(second, `/admin/schools/${id}/batch-import`, others);
    await besides(second, 'two');
    second.process.kill('SIGTERM');
    expect((await stopped).status).toBe(503);
    expect(await second.ended).toBe(0);
  });

  test('told to stop it answers what it has accepted, and exits with 0', async () => {
    const server = await ready(await start({ RATE_LIMIT: 'off' }));
    const answers = Array.from({ length: 6 }, (_, n) => register(server, `student${n}`));
    await Promise.any(answers);
    server.process.kill('SIGTERM');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200));
    expect(await server.ended).toBe(0);
  });

  test('told to stop it is no longer ready, but still answers connections that it has not seen yet', async () => {
    const server = await ready(await start());
    // Paused: the system keeps completing connections, which wait for it.
    server.process.kill('SIGSTOP');
    const { hostname, port } = new URL(server.url);
    const paths = ['/readyz', ...Array.from({ length: 50 }, () => '/livez')];
    const lines = paths.map((path) => {
      const line = connect({ host: hostname, port: Number(port) }).setEncoding('utf8');
      return { sent: once(line, 'connect').then(() => ask(line, path)), answer: readAll(line) };
    });
    await Promise.all(lines.map(({ sent }) => sent));
    server.process.kill('SIGTERM');
    server.process.kill('SIGCONT');
    const [readiness, ...others] = await Promise.all(lines.map(({ answer }) => answer));
    expect(readiness).toMatch(/503 Service Unavailable.*connection: close/s);
    for (const answer of others) expect(answer).toMatch(/200 OK.*connection: close/s);
    expect(await server.ended).toBe(0);
  });

  test('stops with the npm that started it', async () => {
    const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
    const server = await ready(await start({ PATH: path, HOME: folder }, ['npm', 'start']));
    server.process.kill('SIGTERM');
    await server.ended;
    // Removed by PostgreSQL as the last thing it does.
    const sign = join(folder, 'postgres', 'data', 'postmaster.pid');
    await vi.waitFor(() => expect(existsSync(sign)).toBe(false), { timeout: 60_000 });
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
    await ready(await start());
  });

  test('lists what is wrong with its settings', async () => {
    const server = await start({ PORT: 'none', LOG_LEVEL: 'loud' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/PORT must be a port number\n.*LOG_LEVEL/);
    expect(server.output()).not.toContain('at ');
  });
});
