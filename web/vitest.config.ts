import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Emotion and React choose their development builds by this; stories run against what developers see.
  define: { 'process.env.NODE_ENV': JSON.stringify('test') },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/app/' } },
    testTimeout: 15_000,
  },
});
