/**
 * Keeps the sign-in page small while other pages grow. A bundler keeps of a shared module what any page
 * uses of it, and loads that everywhere; these two cuts stop it. Both refuse to build when the packages
 * are no longer laid out as they expect. `bench/src/sizes.ts` watches the result.
 */
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
