import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: {
    name: 'client',
    include: ['src/**/*.test.ts'],
    ...loadedByNode,
    // The client is tried on the real server.
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
