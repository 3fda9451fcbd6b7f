import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../../vitest.modules.config.ts';

/** What survives when parts fail, one file a family. `*.spec.ts` belong to Playwright, `*.long.test.ts` to `pnpm faults`. */
export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    include: ['**/*.test.ts'],
    exclude: ['**/*.long.test.ts'],
    isolate: false,
    ...loadedByNode,
    globalSetup: [join(import.meta.dirname, '../../server/src/testing/global-setup.ts')],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited is awaited however slow the machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
