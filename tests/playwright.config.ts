import { defineConfig } from '@playwright/test';

/**
 * Journeys share one server, one database and one LinkedIn stand-in per worker, and each has its own
 * browser profile; a single worker keeps the port and the browser's memory bounded.
 */
export default defineConfig({
  testDir: './src/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: { actionTimeout: 15_000, navigationTimeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
});
