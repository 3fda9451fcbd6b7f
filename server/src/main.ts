/**
 * The entry of the server's process. Reading the libraries is most of a start, so what Node compiled the
 * last time is kept; the rest is loaded only after that is set up.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../.cache/node', import.meta.url)));
const { runServer } = await import('./run-server.ts');

/** Resolves once the server answers. When it cannot start, the reason is printed and the process ends. */
export const ready: Promise<void> = runServer();

// A killed process would keep nothing.
ready.then(flushCompileCache, () => undefined);
