import { join } from 'node:path';

/**
 * For rooms whose modules Node loads as they are: tests run them as the server does, without a transformation that turns
 * every use of an import into a call. Rooms with JSX, or files imported as text, and tests that put something else in a
 * module's place need that transformation.
 */
export const loadedByNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', join(import.meta.dirname, 'server/src/process/compile-cache.ts')],
};
