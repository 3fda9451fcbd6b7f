import { defineConfig } from 'vitest/config';

/** One project per room, each with its own environment; a room joins by having a vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      './*/vitest.config.ts',
      {
        test: {
          name: 'alone',
          // They put something else in a module's place, or judge the memory of the process: none may share it with them.
          include: ['server/src/**/*.alone.test.ts', 'tests/security/**/*.alone.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
