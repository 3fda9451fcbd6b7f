/**
 * Speeds up imports: loading libraries takes most of a start. Node's compiled code is cached. Where a module is, is found
 * without reading package.json again for every import: our own modules and the files of drizzle-orm and zod name each other
 * by whole relative paths, and a package is in the same place for all modules of a room. Import this module first, and the
 * others after it by `import()`.
 */
import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const OF_MODULE_PACKAGE = /\/node_modules\/(?:drizzle-orm|zod)\/[^?#]*\.js$/;
const OUR_ROOM = /^file:.*\/(?:server|shared)\/src\/(?!.*\/node_modules\/)/;
const RELATIVE = /^\.\.?\//;

enableCompileCache(fileURLToPath(new URL('../../../.cache/node', import.meta.url)));

/** Packages by room and name. */
const packages = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL = '' } = context;
    if (RELATIVE.test(specifier)) {
      const format = formatOf(specifier, parentURL);
      if (format === null) return nextResolve(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    }
    const [room] = OUR_ROOM.exec(parentURL) ?? [];
    if (room === undefined || specifier.startsWith('node:')) return nextResolve(specifier, context);
    const key = `${room} ${specifier}`;
    const found = packages.get(key) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    packages.set(key, found);
    return found;
  },
});

/** null: Node is to find out. */
function formatOf(specifier: string, parentURL: string): string | null {
  if (OF_MODULE_PACKAGE.test(parentURL)) return 'module';
  return specifier.endsWith('.ts') && OUR_ROOM.test(parentURL) ? 'module-typescript' : null;
}
