import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/**
 * Journeys may run in parallel: each has a LinkedIn stand-in and an empty browser of its own, and a server and a database that
 * no other process uses.
 */
export default defineConfig({
  testDir: './src/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './src/journeys/first-start.ts',
  workers: Math.min(4, availableParallelism()),
  // `pnpm test` tries a failed journey once more and names it, because all other tests run on the same cores then.
  retries: 0,
  // Generous, because journeys run beside the other tests; what works ends sooner.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: { actionTimeout: 30_000, navigationTimeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./src/journeys/extension-walls/family-reporter.ts']],
});
