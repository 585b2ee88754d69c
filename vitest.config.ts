import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A test mostly waits for a database or a process: more of them than cores keep the cores busy.
    maxWorkers: availableParallelism() + 1,
    // The time limits below end what hangs; a machine with other work to do may take its time.
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'web/src/**/*.test.ts',
            'web/build/**/*.test.ts',
            'rules/**/*.test.ts',
          ],
          // Those of the web that need the server.
          exclude: ['web/**/*.api.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts', 'proof/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/postgres.ts'],
          // The server's modules keep nothing between two test files. To load them again for each would be a third of
          // the work.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'api-web',
          include: ['web/src/**/*.api.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/postgres.ts', 'server/testing/for-web.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
