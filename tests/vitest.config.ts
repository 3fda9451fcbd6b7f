import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

/**
 * Stand-ins, the server against them, and conventions; attacks on the server, one file a family, each of which prints how
 * many it made and how many got through; and what survives when parts fail. The journeys and other `*.spec.ts` belong to
 * Playwright; `*.long.test.ts` take minutes and belong to `pnpm faults`.
 */
export default defineConfig({
  test: {
    name: 'tests',
    environment: 'node',
    include: ['{src,security,faults}/**/*.test.ts'],
    exclude: ['**/*.long.test.ts', '**/*.alone.test.ts'],
    isolate: false,
    ...loadedByNode,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited is awaited however slow the machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
