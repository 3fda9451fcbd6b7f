/** `pnpm screenshots`: pictures of the main screens, into docs/screenshots. Existing pictures are replaced. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from './lib/journeys.ts';
import { root } from './lib/run.ts';

try {
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const { takeScreenshots } = await import('../tests/src/screenshots/take-screenshots.ts');
  const folder = join(root, 'docs', 'screenshots');
  const files = await takeScreenshots(journeyOrigin, folder);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.length} pictures in docs/screenshots, ${Math.round(total / 1000)} kB`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
