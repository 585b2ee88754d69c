import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One less unless told, which on two cores is one: and a test mostly waits for a database or a process.
    maxWorkers: availableParallelism(),
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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: [
            'server/**/*.test.ts',
            'bench/**/*.test.ts',
            'proof/**/*.test.ts',
            'web/src/**/*.api.test.ts',
          ],
          environment: 'node',
          globalSetup: ['server/testing/postgres.ts', 'server/testing/for-web.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
