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

/** Modules that a package imports for properties the app does not use. */
const unused: readonly { readonly importer: string; readonly sources: readonly string[] }[] = [
  // Every text field is outlined, and choices are native selects.
  {
    importer: '@mui/material/TextField/TextField.mjs',
    sources: ['../Input/index.mjs', '../FilledInput/index.mjs', '../Select/index.mjs'],
  },
  // The only select of the package has a plain input of its own.
  { importer: '@mui/material/Select/Select.mjs', sources: ['../Input/index.mjs', '../FilledInput/index.mjs'] },
  // The theme switches ripples off.
  { importer: '@mui/material/ButtonBase/ButtonBase.mjs', sources: ['./TouchRipple.mjs'] },
];

const EMPTY = '\0unused-part';

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
      return id === EMPTY ? 'export default function Unused() { throw new Error("This part is not in the build."); }' : null;
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

const SCHEMAS = 'zod/v4/classic/schemas.js';
const PROCESSOR = /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g;
const METHODS = 'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";';
const NO_METHODS =
  'const createToJSONSchemaMethod = () => () => { throw new Error("use z.toJSONSchema"); }, createStandardJSONSchemaMethod = createToJSONSchemaMethod;';

/**
 * Every schema of zod carries the code that describes it as a JSON schema. `z.toJSONSchema` has the same code itself,
 * so only the screen that calls it loads it.
 */
export function schemasWithoutDescription(): Plugin {
  let hasCut = false;
  return {
    name: 'leadloom:schemas-without-description',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== '../core/json-schema-processors.js' || importer?.replaceAll('\\', '/').endsWith(SCHEMAS) !== true)
        return null;
      const resolved = await this.resolve(source, importer);
      // What schemas themselves use of it, in a module of its own.
      return resolved === null ? null : { ...resolved, id: `${resolved.id}?apart` };
    },
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith(SCHEMAS)) return null;
      hasCut = code.search(PROCESSOR) !== -1 && code.includes(METHODS);
      return { code: code.replaceAll(PROCESSOR, '').replace(METHODS, NO_METHODS), map: null };
    },
    generateBundle() {
      if (!hasCut) this.error('zod describes its schemas in a way that this build does not know');
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
