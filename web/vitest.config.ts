import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { __LEADLOOM_VERSION__: JSON.stringify('9.8.7') },
  // Requests are answered where the app makes them, see `src/testing/server.ts`: this one is for browsers.
  resolve: { alias: [{ find: /^(@mswjs\/interceptors\/XMLHttpRequest)$/, replacement: '$1/web' }] },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
    isolate: false,
    // Pages are made and thrown away all the time: with more room for new objects, fewer of them are copied before they go.
    execArgv: ['--max-semi-space-size=64'],
    // The package is loaded anew for each file, as our modules are.
    server: { deps: { inline: ['fake-indexeddb'] } },
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/app/' } },
    // Whole screens run here, on machines that may have two cores; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
