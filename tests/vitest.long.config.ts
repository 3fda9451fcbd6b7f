import { defineConfig } from 'vitest/config';

/**
 * What `pnpm faults` runs: the faults, and the attacks and faults that take minutes (`*.long.test.ts`), which
 * no other configuration includes. One file at a time, so that none stands in another's light.
 */
export default defineConfig({
  test: {
    name: 'long',
    root: import.meta.dirname,
    environment: 'node',
    include: ['faults/**/*.test.ts', 'security/**/*.long.test.ts', '../server/src/**/*.long.test.ts'],
    fileParallelism: false,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
