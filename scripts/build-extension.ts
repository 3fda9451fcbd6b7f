/**
 * `pnpm build:extension [--target chrome|firefox]`: the extension for a store, as a folder and as the file to submit. The
 * same sources give the same file.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, storeBuild, stores } from './lib/builds.ts';
import { root } from './lib/run.ts';

try {
  const { values } = parseArgs({ options: { target: { type: 'string', default: 'chrome' } } });
  const store = stores.find((known) => known === values.target);
  if (store === undefined) throw new Error(`--target is ${stores.join(' or ')}, not ${values.target}.`);
  const target = storeBuild(store);
  await build(target, (line) => console.log(`  ${line}`));
  const archive = readFileSync(join(root, target.archive));
  const hash = createHash('sha256').update(archive).digest('hex');
  console.log(`  ${target.archive}, ${Math.round(archive.length / 1000)} kB, SHA-256 ${hash}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
