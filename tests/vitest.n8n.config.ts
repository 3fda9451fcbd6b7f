import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

/** What `pnpm test:n8n` runs: the node package in a real n8n, against a running server. No other command includes it. */
export default defineConfig({
  test: {
    name: 'real n8n',
    root: import.meta.dirname,
    environment: 'node',
    include: ['n8n/**/*.test.ts'],
    ...loadedByNode,
    // n8n keeps its data in a database of that server.
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
