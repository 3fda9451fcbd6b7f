/** Compresses what the build wrote once, so that the server need not do it for every request. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packWithGzip = promisify(gzip);
const packWithBrotli = promisify(brotliCompress);

/** Writes `.gz` and `.br` files next to every script and style, which the server sends to browsers that take them. */
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
