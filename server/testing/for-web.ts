import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { createDatabaseOn } from './database.ts';
import { makeDataFolder } from './folder.ts';
import { startTestServer } from './server.ts';

/**
 * The real server for the web's tests (web/src/testing/), which may not import it: one for the whole run; they only get
 * its URL. Each test registers its own student.
 */

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

export default async (project: TestProject) => {
  const database = await createDatabaseOn(project.getProvidedContext().postgres);
  const dataDir = await makeDataFolder();
  const server = await startTestServer({ database: database.db, environment: { DATA_DIR: dataDir } });
  project.provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
};
