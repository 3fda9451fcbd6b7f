import { defineConfig } from 'vitest/config';

/** Stand-ins and conventions; the journeys (`*.spec.ts`) belong to Playwright. */
export default defineConfig({ test: { name: 'tests', environment: 'node', include: ['src/**/*.test.ts'], testTimeout: 60_000 } });
