import { defineConfig } from 'vitest/config';
import { loadedByNode } from './vitest.modules.config.ts';

/** They judge the memory of the process, which no other test may share with them. */
const judgesMemory = ['tests/security/hostile-sources.alone.test.ts'];

/** One project per room, each with its own environment; a room joins by having a vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      './*/vitest.config.ts',
      './integrations/*/vitest.config.ts',
      {
        test: {
          name: 'alone',
          // They put something else in a module's place, where no other test may find it.
          include: ['server/src/**/*.alone.test.ts', 'tests/security/**/*.alone.test.ts'],
          exclude: judgesMemory,
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'memory',
          include: judgesMemory,
          ...loadedByNode,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
