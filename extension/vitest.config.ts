import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'extension',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
    isolate: false,
    // The polyfill is loaded anew for each file, as our modules are: it wraps whatever `chrome` is when it is imported.
    server: { deps: { inline: ['webextension-polyfill'] } },
    // A hang still ends, however slow the machine.
    testTimeout: 60_000,
  },
});
