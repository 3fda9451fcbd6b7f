import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

/** Stand-ins, the server against them, and conventions; the journeys (`*.spec.ts`) belong to Playwright. */
export default defineConfig({
  test: {
    name: 'tests',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    ...loadedByNode,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited is awaited however slow the machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
