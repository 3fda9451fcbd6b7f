import { defineConfig } from '@playwright/test';

/** Every screen under every fault, and the collector under kills. Each worker has a server and a browser of its own, so they may run beside each other. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/faults',
  workers: 3,
  retries: 0,
  timeout: 120_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['dot'], ['./spa/count-reporter.ts']],
});
