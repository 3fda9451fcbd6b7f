import { defineConfig } from 'vitest/config';

/**
 * What `pnpm faults` runs: the faults, the attacks and faults that take minutes (`*.long.test.ts`), which no other
 * configuration includes, and in full the tests of which other commands try a part. One file at a time, so that none
 * slows another.
 */
export default defineConfig({
  test: {
    name: 'long',
    root: import.meta.dirname,
    environment: 'node',
    include: [
      'faults/**/*.test.ts',
      'security/**/*.long.test.ts',
      'security/{billing-orders,table-injection,wrong-requests}.test.ts',
      '../server/src/**/*.long.test.ts',
      '../server/src/modules/tables/{tables.routes,list/walks.routes,list/walk-rows,list/list-rows}.test.ts',
      '../server/src/modules/sample-data/rows/sample-rows.test.ts',
    ],
    provide: { isThorough: true },
    fileParallelism: false,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
