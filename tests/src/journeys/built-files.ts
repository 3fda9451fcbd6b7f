/** Files of the built web app, found by what the bundler calls them: their own names are hashes. */
import { readFileSync } from 'node:fs';

const MANIFEST = new URL('../../../dist/web/.vite/manifest.json', import.meta.url);

interface BuiltFile {
  readonly name?: string;
  readonly file: string;
}

/**
 * Whether a request is for one of these files, as Playwright's `route` takes it. @param names such as `filter-field`
 * @throws {Error} for a name that no file has
 */
export function isBuiltFile(names: readonly string[]): (url: URL) => boolean {
  const manifest: Readonly<Record<string, BuiltFile>> = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const built = Object.values(manifest);
  const paths = names.map((name) => {
    const file = built.find((one) => one.name === name)?.file;
    if (file === undefined) throw new Error(`the build has no file ${name}`);
    return `/app/${file}`;
  });
  return ({ pathname }) => paths.includes(pathname);
}
