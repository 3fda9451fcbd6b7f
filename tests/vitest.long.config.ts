import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { readSources } from './src/conventions/source-files.ts';

/** What a test calls that tries a part where this configuration does not say otherwise. */
const TRIES_A_PART = /\b(?:isThorough|thoroughOr|someOf|triedTables|triedRows|compareData)\b/;
const partly = readSources(['tests/security', 'tests/src', 'server/src'], /\.test\.ts$/)
  .filter(({ text }) => TRIES_A_PART.test(text))
  .map(({ path }) => join('..', path));

/**
 * What `pnpm faults` runs: the faults, the attacks and faults that take minutes (`*.long.test.ts`), which no other
 * configuration includes, and in full the tests of which other commands try a part. One file at a time, so that none
 * slows another.
 */
export default defineConfig({
  test: {
    name: 'long',
    root: import.meta.dirname,
    environment: 'node',
    include: ['faults/**/*.test.ts', 'security/**/*.long.test.ts', '../server/src/**/*.long.test.ts', ...partly],
    provide: { isThorough: true },
    fileParallelism: false,
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
