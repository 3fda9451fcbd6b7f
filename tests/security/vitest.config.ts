import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../../vitest.modules.config.ts';

/**
 * Attacks on the server, one file a family; each prints how many it made and how many got through.
 * `*.long.test.ts` take minutes and belong to `pnpm faults`.
 */
export default defineConfig({
  test: {
    name: 'security',
    environment: 'node',
    include: ['**/*.test.ts'],
    exclude: ['**/*.long.test.ts', '**/*.alone.test.ts'],
    isolate: false,
    ...loadedByNode,
    globalSetup: [join(import.meta.dirname, '../../server/src/testing/global-setup.ts')],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // What is awaited is awaited however slow the machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
