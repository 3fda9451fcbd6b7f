import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inWeb = (file: string): string => fileURLToPath(new URL(`./web/src/testing/${file}`, import.meta.url));

/** One project per room, each with its own environment; a room joins by having a vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      './*/vitest.config.ts',
      {
        // Requests of files after it in the same worker fail, whose cause is not known.
        root: './web',
        test: {
          name: 'web-alone',
          environment: 'happy-dom',
          include: ['src/**/*.alone.test.tsx'],
          setupFiles: [inWeb('fresh-modules.ts'), inWeb('setup.ts')],
          environmentOptions: { happyDOM: { url: 'http://localhost:3000/app/' } },
          testTimeout: 60_000,
        },
      },
      './tests/{security,faults}/vitest.config.ts',
      {
        test: {
          name: 'alone',
          // They put something else in a module's place, or judge the memory of the process: none may share it with them.
          include: ['server/src/**/*.alone.test.ts', 'tests/security/**/*.alone.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
