import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: {
    name: 'shared',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    isolate: false,
    ...loadedByNode,
    // A hang still ends, however slow the machine.
    testTimeout: 60_000,
  },
});
