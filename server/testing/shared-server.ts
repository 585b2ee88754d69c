import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readSite } from '../http/pages.ts';
import { startTestServer, type TestServer } from './server.ts';

type Options = NonNullable<Parameters<typeof startTestServer>[0]>;

/** One server for all tests of a file, started before them and stopped after them. */
export const shareServer = (options: Options = {}): TestServer => {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(options));
  });
  afterAll(() => server.stop());
  return server;
};

/** The same with a site, which is written into a temporary folder. */
export const shareServerWithSite = (
  write: (folder: string) => Promise<void>,
  options: Options = {},
): TestServer & { siteFolder: string } => {
  const server = {} as TestServer & { siteFolder: string };
  beforeAll(async () => {
    server.siteFolder = await mkdtemp(join(tmpdir(), 'site-'));
    await write(server.siteFolder);
    Object.assign(server, await startTestServer({ site: readSite(server.siteFolder), ...options }));
  });
  afterAll(async () => {
    await server.stop();
    await rm(server.siteFolder, { recursive: true });
  });
  return server;
};
