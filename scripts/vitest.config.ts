import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: {
    name: 'scripts',
    environment: 'node',
    include: ['**/*.test.ts'],
    isolate: false,
    ...loadedByNode,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
