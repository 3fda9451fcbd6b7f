/**
 * Finds a Chromium that loads unpacked extensions, or gets one: a named one, Playwright's own, the
 * system's, then `playwright install`, then Debian's package when running as root.
 * Branded Google Chrome is not looked for: it no longer loads extensions from the command line.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root, run } from './run.ts';

const SYSTEM_NAMES = ['chromium', 'chromium-browser'];
const DOWNLOAD_LIMIT_MS = 180_000;
const PACKAGE_LIMIT_MS = 300_000;

/** @returns the path of an executable. @throws {Error} with the ways to provide one */
export async function ensureChromium(report: (line: string) => void): Promise<string> {
  const found = await findChromium();
  if (found !== null) return found;
  report('No Chromium found; downloading one with Playwright…');
  const download = await run('playwright', ['install', 'chromium'], {
    cwd: join(root, 'tests'),
    quiet: true,
    timeoutMs: DOWNLOAD_LIMIT_MS,
  });
  const downloaded = await findChromium();
  if (downloaded !== null) return downloaded;
  if (canInstallPackages()) {
    report("The download failed; installing Debian's chromium package…");
    await run('apt-get', ['update', '-qq'], { quiet: true, timeoutMs: PACKAGE_LIMIT_MS });
    const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      quiet: true,
      timeoutMs: PACKAGE_LIMIT_MS,
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = await findChromium();
    if (installed !== null) return installed;
    report(install.output.trim().split('\n').slice(-3).join('\n'));
  }
  throw new Error(
    [
      'The browser tests need Chromium, but it could not be found or installed.',
      `Playwright reported: ${lastLine(download.output)}`,
      'Solutions: set CHROMIUM_PATH to an executable; or run `npx playwright install chromium` where downloads work;',
      '  or install the package `chromium` of your system (Debian: apt-get install chromium).',
    ].join('\n'),
  );
}

async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not executable.`);
    return named;
  }
  const playwright = await playwrightChromium();
  if (playwright !== null) return playwright;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (system !== undefined) return system;
  const onMac = '/Applications/Chromium.app/Contents/MacOS/Chromium';
  return isExecutable(onMac) ? onMac : null;
}

/** Where Playwright keeps the browser of the version the tests use. */
async function playwrightChromium(): Promise<string | null> {
  const fromTests = createRequire(join(root, 'tests', 'package.json'));
  const module: unknown = await import(fromTests.resolve('@playwright/test'));
  const path = executablePathOf(module);
  return path !== null && isExecutable(path) ? path : null;
}

function executablePathOf(module: unknown): string | null {
  if (typeof module !== 'object' || module === null || !('chromium' in module)) return null;
  const { chromium } = module;
  if (typeof chromium !== 'object' || chromium === null || !('executablePath' in chromium)) return null;
  const path: unknown = typeof chromium.executablePath === 'function' ? chromium.executablePath() : null;
  return typeof path === 'string' ? path : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
