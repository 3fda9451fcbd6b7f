import { defineConfig } from 'vitest/config';
import { loadedByNode } from '../vitest.modules.config.ts';

export default defineConfig({
  test: { name: 'scripts', environment: 'node', include: ['**/*.test.ts'], ...loadedByNode },
});
