import { defineConfig } from 'vitest/config';

/** One project per room, each with its own environment; a room joins by having a vitest.config.ts. */
export default defineConfig({
  test: { projects: ['./*/vitest.config.ts', './tests/{security,faults}/vitest.config.ts'] },
});
