/**
 * Keeps the sign-in page small while other pages grow. A bundler keeps of a shared module what any page
 * uses of it, and loads that everywhere; two cuts stop it. Both refuse to build when the packages are no
 * longer laid out as they expect. Then everything is packed once here, not by the server on every request.
 * `bench/src/sizes.ts` watches the result.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const APART = '?apart';

/**
 * zod's small build and its full build stand on one core. The sign-in page uses the small build alone, and
 * gets a core of its own, so that it does not carry what the full build needs.
 */
export function smallZodApart(): Plugin {
  let hasParted = false;
  return {
    name: 'leadloom:small-zod-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isInside = importer?.endsWith(APART) === true;
      if (source !== 'zod/mini' && !isInside) return null;
      const resolved = await this.resolve(source, isInside ? importer?.slice(0, -APART.length) : importer, options);
      if (resolved === null) return null;
      hasParted = true;
      return { ...resolved, id: resolved.id + APART };
    },
    generateBundle() {
      if (!hasParted) this.error('nothing imports zod/mini any more: remove this plugin or find what replaced it');
    },
  };
}

const EMPTY = '\0no-fetch-adapter';

/** axios brings two ways to make a request and uses the first in every browser; the second stays out. */
export function axiosWithoutFetch(): Plugin {
  let hasCut = false;
  return {
    name: 'leadloom:axios-without-fetch',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== './fetch.js' || importer?.replaceAll('\\', '/').endsWith('axios/lib/adapters/adapters.js') !== true)
        return null;
      hasCut = true;
      return EMPTY;
    },
    load(id) {
      return id === EMPTY ? 'export const getFetch = () => null;' : null;
    },
    generateBundle() {
      if (!hasCut) this.error('axios keeps its fetch adapter in another place than this build knows');
    },
  };
}

const packWithGzip = promisify(gzip);
const packWithBrotli = promisify(brotliCompress);

/** Beside every script and style its `.gz` and `.br`, which the server sends to browsers that take them. */
export function packedFiles(): Plugin {
  return {
    name: 'leadloom:packed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name);
          const content = await readFile(path);
          await writeFile(`${path}.gz`, await packWithGzip(content, { level: 9 }));
          await writeFile(`${path}.br`, await packWithBrotli(content));
        }),
      );
    },
  };
}
