/** A Chromium that shows the product's data grid, with sample rows, on a processor slowed down four times. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';
import { root, run } from '../../../scripts/lib/run.ts';

const SOURCE = join(import.meta.dirname, 'page');
const BUILT = join(root, 'dist', 'grid-bench');
/** This host is never requested: every response comes from the build. */
const ORIGIN = 'http://grid.example';
const SLOWDOWN = 4;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export interface GridPage {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** @throws {Error} if the page cannot be built or shows an error */
export async function openGridPage(rows: number): Promise<GridPage> {
  const args = ['build', SOURCE, '--outDir', BUILT, '--emptyOutDir', '--base', './', '--logLevel', 'error'];
  const { code, output } = await run('vite', args, { quiet: true });
  if (code !== 0) throw new Error(`The grid's page could not be built.\n${output}`);
  const browser = await chromium.launch({
    executablePath: await ensureChromium(console.log),
    // A process as root cannot use the sandbox; elsewhere it stays on.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await openPage(browser, rows);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { page, close: () => browser.close() };
}

async function openPage(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(BUILT, pathname === '/' ? 'index.html' : pathname);
    const contentType = types[extname(file)];
    if (contentType === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ body: await readFile(file), contentType });
  });
  await page.goto(`${ORIGIN}/?rows=${rows}`);
  await page.getByRole('grid').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}
