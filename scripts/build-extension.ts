/**
 * `pnpm build:extension [--target chrome|firefox] [--lint]`: the extension for a store, as a folder and as the file to
 * submit. The same sources give the same file. `--lint` has Mozilla's own checker judge the package for Firefox.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Store, storeBuild, stores } from './lib/builds.ts';
import { root, run } from './lib/run.ts';

function readArguments(): { readonly store: Store; readonly lint: boolean } {
  const { values } = parseArgs({ options: { target: { type: 'string', default: 'chrome' }, lint: { type: 'boolean' } } });
  const store = stores.find((known) => known === values.target);
  if (store === undefined) throw new Error(`--target is ${stores.join(' or ')}, not ${values.target}.`);
  if (values.lint === true && store !== 'firefox')
    throw new Error('--lint checks the package for Firefox: add --target firefox.');
  return { store, lint: values.lint === true };
}

async function main(): Promise<void> {
  const { store, lint } = readArguments();
  const target = storeBuild(store);
  await build(target, (line) => console.log(`  ${line}`));
  const archive = readFileSync(join(root, target.archive));
  const hash = createHash('sha256').update(archive).digest('hex');
  console.log(`  ${target.archive}, ${Math.round(archive.length / 1000)} kB, SHA-256 ${hash}`);
  if (!lint) return;
  // What `web-ext lint` and Mozilla's store run, without the rest of web-ext.
  const { code } = await run('addons-linter', [target.output, '--warnings-as-errors', '--boring']);
  if (code !== 0) throw new Error('The package for Firefox has errors or warnings.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
