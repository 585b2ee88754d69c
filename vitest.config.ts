import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts', 'web/src/**/*.api.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/postgres.ts', 'server/testing/for-web.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
