/** The entry of the server's process. */
import './process/compile-cache.ts';
import { flushCompileCache } from 'node:module';

const { runServer } = await import('./run-server.ts');

/** Resolves once the server answers. When it cannot start, the reason is printed and the process ends. */
export const ready: Promise<void> = runServer();

// A killed process would keep nothing.
ready.then(flushCompileCache, () => undefined);
