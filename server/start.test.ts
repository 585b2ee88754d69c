import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { makeDataFolder } from './testing/folder.ts';
import { launch, type Running, ready } from './testing/process.ts';

/** Why the built product does not start: one sentence for the person at the shell, and exit code 1. */

const isRoot = process.getuid?.() === 0;

let folder: string;
let undo: (() => Promise<unknown> | void)[];
beforeEach(async () => {
  folder = await makeDataFolder();
  undo = [() => rm(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
});

const start = async (environment: Record<string, string>): Promise<Running> => {
  const server = await launch(environment);
  undo.push(() => {
    server.process.kill('SIGTERM');
    return server.ended;
  });
  return server;
};

const reasonOf = async (
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string }> => {
  const server = await start(environment);
  return { code: await server.ended, said: server.output() };
};

/** A disk that can be made read-only, where we may: root can write despite any mode. */
const makeDisk = async (): Promise<{ path: string; protect: () => Promise<void> }> => {
  const path = join(folder, 'disk');
  await mkdir(path);
  if (!isRoot) return { path, protect: () => chmod(path, 0o500) };
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=711', 'none', path]);
  undo.push(() => void execFileSync('umount', ['-l', path]));
  return { path, protect: async () => void execFileSync('mount', ['-o', 'remount,ro', path]) };
};

describe('a start that fails says why in one sentence', { timeout: 180_000 }, () => {
  test('when DATA_DIR is a file, or lies below one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'data')]) {
      expect(await reasonOf({ DATA_DIR: dataDir })).toEqual({
        code: 1,
        said: `DATA_DIR must be a folder, and ${file} is not.\n`,
      });
    }
  });

  test('when DATA_DIR cannot be written to, with a database in it or without one', async () => {
    const { path, protect } = await makeDisk();
    const used = join(path, 'used');
    const server = await ready(await start({ DATA_DIR: used }));
    server.process.kill('SIGTERM');
    await server.ended;
    await mkdir(join(path, 'empty'), { mode: 0o711 });
    await protect();
    if (!isRoot) for (const name of ['used', 'empty']) await chmod(join(path, name), 0o500);
    for (const dataDir of [used, join(path, 'empty'), join(path, 'missing', 'data')]) {
      const place = dataDir.includes('missing') ? path : dataDir;
      const why = isRoot
        ? `${place} is on a read-only disk`
        : `the user who runs it may not write to ${place}`;
      expect(await reasonOf({ DATA_DIR: dataDir })).toEqual({
        code: 1,
        said: `Tickmark has to write to DATA_DIR, and ${why}.\n`,
      });
    }
    if (!isRoot) for (const name of ['used', 'empty', '']) await chmod(join(path, name), 0o700);
  });

  test.runIf(isRoot)('when there is too little space for a new database', async () => {
    const path = join(folder, 'small');
    await mkdir(path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=711', 'none', path]);
    undo.push(() => void execFileSync('umount', ['-l', path]));
    const { code, said } = await reasonOf({ DATA_DIR: path });
    expect(code).toBe(1);
    expect(said).toBe(
      `There is too little space on the disk of ${path} for a new database, which needs 160 MB.\n`,
    );
  });

  test('when the port is in use, or the address is not ours', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    undo.push(() => void other.close());
    await new Promise((resolve) => {
      other.once('listening', resolve);
    });
    const { port } = other.address() as { port: number };
    const settings = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: 'of-this-test-alone' };
    const made = /^A new database was created in .*\n/;
    const first = await reasonOf({ ...settings, PORT: String(port) });
    expect({ ...first, said: first.said.replace(made, '') }).toEqual({
      code: 1,
      said: 'The port is in use. Set PORT to another one.\n',
    });
    expect(await reasonOf({ ...settings, HOST: '192.0.2.1' })).toEqual({
      code: 1,
      said: 'This machine does not have the address that HOST names.\n',
    });
  });

  test('when the database refuses us', async () => {
    const { connectionString, ...given } = JSON.parse(inject('postgres').connection) as ClientConfig;
    const url = new URL(connectionString ?? 'postgres://localhost');
    if (given.host) url.searchParams.set('host', given.host);
    if (given.port) url.port = String(given.port);
    url.username ||= given.user ?? '';
    url.password = 'wrong';
    const { code, said } = await reasonOf({ DATA_DIR: join(folder, 'data'), DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(said).toMatch(/^The database says: [^\n]*\.\n$/);
  });
});
