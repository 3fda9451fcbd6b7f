import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'extension',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
    isolate: false,
    // Loaded anew for each file, as ours are: it wraps whatever `chrome` is when it is imported.
    server: { deps: { inline: ['webextension-polyfill'] } },
    // A hang still ends, however slow the machine.
    testTimeout: 60_000,
  },
});
