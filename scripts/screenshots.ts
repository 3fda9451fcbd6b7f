/**
 * `pnpm screenshots`: takes the pictures that documents show again, into docs/screenshots, and removes the others there.
 * `--all <folder>` takes every screen, wide and narrow, light and dark, into a folder of your choice. `--store` takes those
 * that stores show of the extension, into docs/store.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { journeyKey } from '../tests/src/journeys/journey-secret.ts';
import { build, pacedJourneyBuild } from './lib/builds.ts';
import { ensureChromium } from './lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from './lib/journeys.ts';
import { root } from './lib/run.ts';

interface Taken {
  readonly folder: string;
  readonly files: readonly string[];
}

async function takeForStores(): Promise<Taken> {
  const folder = join(root, 'docs', 'store');
  const extension = pacedJourneyBuild(journeyOrigin, journeyKey.publicKey);
  await build(extension, console.log);
  const { takeStorePictures } = await import('../tests/src/screenshots/take-store-pictures.ts');
  return { folder, files: await takeStorePictures(journeyOrigin, folder, join(root, extension.output)) };
}

/** @param all where every screen is put; undefined: only those that documents show are taken */
async function takeScreens(all: string | undefined): Promise<Taken> {
  const { takeScreenshots } = await import('../tests/src/screenshots/take-screenshots.ts');
  const { shownPictures } = await import('../tests/src/documents/documents.ts');
  const failures: string[] = [];
  const report = (line: string): void => void failures.push(line);
  const folder = all === undefined ? join(root, 'docs', 'screenshots') : resolve(process.env.INIT_CWD ?? '.', all);
  const shown = shownPictures();
  const isIncluded = (file: string): boolean => all !== undefined || shown.includes(`docs/screenshots/${file}`);
  const files = await takeScreenshots({ origin: journeyOrigin, folder, isIncluded, report });
  if (all === undefined) {
    for (const file of await readdir(folder)) if (!isIncluded(file)) await rm(join(folder, file));
  }
  for (const line of failures) console.error(line);
  if (failures.length > 0) process.exitCode = 1;
  return { folder, files };
}

try {
  const { values } = parseArgs({ options: { all: { type: 'string' }, store: { type: 'boolean' } } });
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const { folder, files } = await (values.store === true ? takeForStores() : takeScreens(values.all));
  const bytes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const total = bytes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.length} pictures in ${folder}, ${Math.round(total / 1000)} kB`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
