/**
 * Keeps Node's compiled code on disk, because compiling modules takes most of a start. Import this module first, and the
 * others after it by `import()`: static imports are compiled before any module runs.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

enableCompileCache(directory);
// Threads and child processes take it from their environment.
process.env.NODE_COMPILE_CACHE ??= directory;
