import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openEmbedded } from '../../server/db/embedded.ts';
import { makeDataDir } from './machine.ts';
import { makeSmallDisk } from './small-disk.ts';

const MEGABYTE = 1024 * 1024;

/** Only root can make a small disk. */
test.runIf(process.getuid?.() === 0)(
  'when room runs short the embedded database is read-only, with its reserve untouched, until there is room again',
  { timeout: 90_000 },
  async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const disk = await makeSmallDisk(dataDir, 400);
    if (!disk) throw new Error('No small disk could be made.');
    onTestFinished(() => disk.remove());
    const said: string[] = [];
    const database = await openEmbedded({
      dataDir,
      log: (message) => said.push(message),
      onLost: (error) => said.push(error.message),
    });
    onTestFinished(() => database.stop());
    const client = new Client(database.connection);
    await client.connect();
    onTestFinished(() => client.end());
    const write = () =>
      client.query('create table if not exists note (text text)').then(
        () => 'written',
        (error: Error & { code?: string }) => error.code,
      );

    expect(await write()).toBe('written');
    await disk.fill(16 * MEGABYTE);
    await vi.waitUntil(async () => (await write()) === '25006', { timeout: 20_000 });
    await access(join(dataDir, 'postgres', 'reserve'));
    await disk.makeRoom();
    await vi.waitUntil(async () => (await write()) === 'written', { timeout: 20_000 });
    expect(said.filter((message) => message.includes('room'))).toEqual([
      `There is no room left on the disk of ${dataDir}: nothing is written until there is.`,
      `There is room again on the disk of ${dataDir}.`,
    ]);
  },
);
