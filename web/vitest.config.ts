import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/app/' } },
    // Whole screens run here, on machines that may have two cores; a hang still ends.
    testTimeout: 60_000,
  },
});
