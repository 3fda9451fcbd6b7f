import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

const isLong = process.env.COLUMN_STORE_TESTS === 'long';

/**
 * What `pnpm test:column-store` runs: the server with a column store. No other configuration includes these, since they need
 * packages that the workspace does not have. One file at a time: they share one engine, which takes all processors.
 */
export default defineConfig({
  test: {
    name: 'column-store',
    root: import.meta.dirname,
    environment: 'node',
    include: ['column-store/**/*.test.ts'],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    provide: { isThorough: isLong },
    fileParallelism: false,
    isolate: false,
    ...loadedByNode,
    globalSetup: ['../server/src/testing/global-setup.ts', './column-store/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
