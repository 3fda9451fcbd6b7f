/**
 * `pnpm screenshots`: takes the pictures that documents show again, into docs/screenshots, and removes the others there.
 * `--all <folder>` takes every screen, wide and narrow, light and dark, into a folder of your choice.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/chromium.ts';
import { journeyOrigin, prepareJourneys } from './lib/journeys.ts';
import { root } from './lib/run.ts';

try {
  const { values } = parseArgs({ options: { all: { type: 'string' } } });
  process.env.CHROMIUM_PATH = await ensureChromium(console.log);
  await prepareJourneys(console.log);
  const { takeScreenshots } = await import('../tests/src/screenshots/take-screenshots.ts');
  const { shownPictures } = await import('../tests/src/documents/documents.ts');
  const failures: string[] = [];
  const report = (line: string): void => void failures.push(line);
  const kept = join(root, 'docs', 'screenshots');
  const folder = values.all === undefined ? kept : resolve(process.env.INIT_CWD ?? '.', values.all);
  const shown = shownPictures();
  const isWanted = (file: string): boolean => values.all !== undefined || shown.includes(`docs/screenshots/${file}`);
  const files = await takeScreenshots({ origin: journeyOrigin, folder, isWanted, report });
  if (values.all === undefined) {
    for (const file of await readdir(folder)) if (!isWanted(file)) await rm(join(folder, file));
  }
  const bytes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const total = bytes.reduce((sum, size) => sum + size, 0);
  console.log(`${files.length} pictures in ${folder}, ${Math.round(total / 1000)} kB`);
  for (const line of failures) console.error(line);
  if (failures.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
