import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../../vitest.modules.config.ts';

export default defineConfig({
  test: {
    name: 'n8n',
    include: ['src/**/*.test.ts'],
    ...loadedByNode,
    // The operations are tried on the real server.
    globalSetup: ['../../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
