import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // They take minutes and belong to `pnpm faults`.
    exclude: ['**/*.long.test.ts', '**/*.alone.test.ts'],
    // Nothing of the server is global, so files may share a worker: loading it anew for each takes a third of all the time.
    isolate: false,
    ...loadedByNode,
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Polls wait long enough for a slow machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
