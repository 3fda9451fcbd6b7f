/**
 * Keeps the sign-in page small while other pages grow. A bundler keeps of a shared module what any page
 * uses of it, and loads that everywhere; cuts stop it. They refuse to build when the packages are no
 * longer laid out as they expect. Then everything is packed once here, not by the server on every request.
 * `bench/src/sizes.ts` watches the result.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Modules that a package imports for properties the app does not use. */
const unused: readonly { readonly importer: string; readonly sources: readonly string[] }[] = [
  // Every text field is outlined, and choices are native selects.
  {
    importer: '@mui/material/TextField/TextField.mjs',
    sources: ['../Input/index.mjs', '../FilledInput/index.mjs', '../Select/index.mjs'],
  },
  // A theme of ours has its own contrasts; this would bring every kind of field along.
  { importer: '@mui/material/styles/index.mjs', sources: ['./enhanceHighContrast.mjs'] },
  // The theme is never written as source code, and the policy allows no script in the page that would set the colours.
  { importer: '@mui/material/styles/createThemeWithVars.mjs', sources: ['./stringifyTheme.mjs'] },
  {
    importer: '@mui/system/cssVars/createCssVarsProvider.mjs',
    sources: ['../InitColorSchemeScript/InitColorSchemeScript.mjs'],
  },
  // No button waits with a circle of its own.
  { importer: '@mui/material/Button/Button.mjs', sources: ['../CircularProgress/index.mjs'] },
  // Nothing is wrapped by `withTheme`, which alone uses it.
  {
    importer: '@emotion/react/_isolated-hnrs/dist/emotion-react-_isolated-hnrs.browser.esm.js',
    sources: ['hoist-non-react-statics'],
  },
  { importer: '@emotion/react/dist/emotion-react.browser.esm.js', sources: ['hoist-non-react-statics'] },
  // Forms are sent as JSON, and requests are cancelled by signals.
  { importer: 'axios/lib/defaults/index.js', sources: ['../helpers/formDataToJSON.js'] },
  {
    importer: 'axios/lib/axios.js',
    sources: ['./helpers/formDataToJSON.js', './helpers/HttpStatusCode.js', './cancel/CancelToken.js'],
  },
  // No list is continued where it ends.
  { importer: '@tanstack/query-core/build/modern/query.js', sources: ['./infiniteQueryBehavior.js'] },
  // The theme switches ripples off.
  { importer: '@mui/material/ButtonBase/ButtonBase.mjs', sources: ['./TouchRipple.mjs'] },
];

const EMPTY = '\0unused-part';
const NOTHING = `export default function Unused() { throw new Error("This part is not in the build."); }
export { Unused as infiniteQueryBehavior, Unused as stringifyTheme, Unused as buildInitColorSchemeScript };
export { Unused as DEFAULT_COLOR_SCHEME_STORAGE_KEY, Unused as DEFAULT_MODE_STORAGE_KEY };`;

/** Leaves out what packages import and the app never shows. */
export function withoutUnusedParts(): Plugin {
  const left = new Set<string>();
  const keyOf = (importer: string, source: string): string => `${importer} ${source}`;
  return {
    name: 'leadloom:without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const from = importer?.replaceAll('\\', '/') ?? '';
      const part = unused.find((one) => from.endsWith(one.importer));
      if (part?.sources.includes(source) !== true) return null;
      left.add(keyOf(part.importer, source));
      return EMPTY;
    },
    load(id) {
      return id === EMPTY ? NOTHING : null;
    },
    generateBundle() {
      for (const { importer, sources } of unused) {
        for (const source of sources) {
          if (!left.has(keyOf(importer, source))) this.error(`${importer} does not import ${source} any more`);
        }
      }
    },
  };
}

const ROUTER = /react-router\/dist\/development\/chunk-[^/]+\.mjs$/;
const NAMED = /^(?:HistoryRouter|NavLink|Form|ScrollRestoration)\.displayName = .*$/gm;
const WARNS = 'var ENABLE_DEV_WARNINGS = true;';
const PREFETCHED = /\/\* @__PURE__ \*\/ \w+\.createElement\(PrefetchPageLinks, \{ page: \w+ \}\)/;

/**
 * What the router brings for its own framework hangs on its links, and parts that nobody uses are kept for their names. Its
 * build for browsers is that for development, with warnings.
 */
export function routerWithoutFramework(): Plugin {
  let cuts = 0;
  return {
    name: 'leadloom:router-without-framework',
    apply: 'build',
    transform(code, id) {
      if (!ROUTER.test(id.replaceAll('\\', '/')) || !PREFETCHED.test(code)) return null;
      cuts += (code.match(NAMED)?.length ?? 0) + (code.includes(WARNS) ? 1 : 0);
      return {
        code: code.replaceAll(NAMED, '').replace(PREFETCHED, 'null').replace(WARNS, 'var ENABLE_DEV_WARNINGS = false;'),
        map: null,
      };
    },
    generateBundle() {
      if (cuts !== 5) this.error('react-router is written in another way than this build knows');
    },
  };
}

/** Where MUI creates a theme for components without one. */
const DEFAULT_THEMES =
  /@mui\/(?:material\/(?:Box\/Box|styles\/defaultTheme)|system\/(?:createStyled\/createStyled|useTheme\/useTheme))\.mjs$/;
const CREATES_THEME = /(const (?:defaultTheme|systemDefaultTheme)) = createTheme\(\);/;

/** Every component is below the app's theme, so no other is created when the page is loaded. */
export function withoutDefaultThemes(): Plugin {
  let cuts = 0;
  return {
    name: 'leadloom:without-default-themes',
    apply: 'build',
    transform(code, id) {
      if (!DEFAULT_THEMES.test(id.replaceAll('\\', '/')) || !CREATES_THEME.test(code)) return null;
      cuts += 1;
      return { code: code.replace(CREATES_THEME, '$1 = {};'), map: null };
    },
    generateBundle() {
      if (cuts !== 4) this.error('@mui creates its default themes in other places than this build knows');
    },
  };
}

const NO_FETCH = '\0no-fetch-adapter';

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
      return NO_FETCH;
    },
    load(id) {
      return id === NO_FETCH ? 'export const getFetch = () => null;' : null;
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
