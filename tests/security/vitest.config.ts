import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Attacks on the server, one file a family; each prints how many it made and how many got through. */
export default defineConfig({
  test: {
    name: 'security',
    environment: 'node',
    include: ['**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, '../../server/src/testing/global-setup.ts')],
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
});
