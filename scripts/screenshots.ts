/**
 * `pnpm screenshots`: pictures of the main screens, into docs/screenshots. `--store`: the pictures that stores show of the
 * extension, into docs/store. Existing pictures are replaced.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { journeyKey } from '../tests/src/journeys/journey-secret.ts';
import { build, pacedJourneyBuild } from './lib/builds.ts';
import { ensureChromium } from './lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from './lib/journeys.ts';
import { root } from './lib/run.ts';

async function takeForStores(folder: string): Promise<readonly string[]> {
  const extension = pacedJourneyBuild(journeyOrigin, journeyKey.publicKey);
  await build(extension, console.log);
  const { takeStorePictures } = await import('../tests/src/screenshots/take-store-pictures.ts');
  return takeStorePictures(journeyOrigin, folder, join(root, extension.output));
}

async function takeForDocuments(folder: string): Promise<readonly string[]> {
  const { takeScreenshots } = await import('../tests/src/screenshots/take-screenshots.ts');
  return takeScreenshots(journeyOrigin, folder);
}

try {
  const { values } = parseArgs({ options: { store: { type: 'boolean' } } });
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const folder = values.store === true ? 'docs/store' : 'docs/screenshots';
  const files = await (values.store === true ? takeForStores : takeForDocuments)(join(root, folder));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(root, folder, file))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.length} pictures in ${folder}, ${Math.round(total / 1000)} kB`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
