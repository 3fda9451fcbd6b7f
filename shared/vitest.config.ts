import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: { name: 'shared', environment: 'node', include: ['src/**/*.test.ts'], isolate: false, ...loadedByNode },
});
