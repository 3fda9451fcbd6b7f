/**
 * Speeds up imports: loading libraries takes most of a start. Node's compiled code is cached, and the files of drizzle-orm
 * find each other without its package.json, whose 180 kB Node would parse again for every file. Import this module first,
 * and the others after it by `import()`.
 */
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const OF_DRIZZLE = /\/node_modules\/drizzle-orm\/[^?#]*\.js$/;

enableCompileCache(fileURLToPath(new URL('../../../.cache/node', import.meta.url)));

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL = '' } = context;
    if (!/^\.\.?\//.test(specifier) || !OF_DRIZZLE.test(parentURL)) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
