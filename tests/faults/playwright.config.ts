import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { readSources } from '../src/conventions/source-files.ts';

/** What a journey uses that tries a part where the metadata of its project does not say otherwise. */
const TRIES_A_PART = /\b(?:isThorough|ONLY_IN_FULL|triedTables|createJudge)\b/;
const partly = readSources(['tests/src/journeys'], /\.spec\.ts$/)
  .filter(({ text }) => TRIES_A_PART.test(text))
  .map(({ path }) => `**/${basename(path)}`);

/**
 * Every screen under every fault, by the keyboard alone, and the collector under kills; then in full the journeys of which
 * `pnpm e2e` tries a part. Each worker has a server and a browser of its own, so they may run beside each other.
 */
export default defineConfig({
  outputDir: '../../test-results/faults',
  globalSetup: '../src/journeys/first-start.ts',
  workers: 3,
  retries: 0,
  timeout: 120_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['dot'], ['./spa/count-reporter.ts']],
  projects: [
    { name: 'faults', testDir: '.', testMatch: '**/*.spec.ts' },
    {
      name: 'journeys in full',
      testDir: '../src/journeys',
      testMatch: partly,
      timeout: 600_000,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 30_000, navigationTimeout: 30_000 },
      metadata: { isThorough: true },
    },
  ],
});
