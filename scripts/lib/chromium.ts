/**
 * Finds a Chromium that loads unpacked extensions, or gets one: a named one, Playwright's own, the
 * system's, then `playwright install`, then Debian's package when running as root.
 * Branded Google Chrome is not looked for: it no longer loads extensions from the command line.
 * Its headless shell, which loads none and needs less processor time, is looked for as well.
 */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { type RunResult, root, run } from './run.ts';

const SYSTEM_NAMES = ['chromium', 'chromium-browser'];
/** The name of the program, and of Debian's package. */
const SYSTEM_SHELL = 'chromium-headless-shell';
const PLAYWRIGHT_SHELLS = ['chrome-headless-shell', 'chrome-headless-shell.exe'];
const DOWNLOAD_LIMIT_MS = 180_000;
const PACKAGE_LIMIT_MS = 300_000;
/** The tests work without it, so they do not wait long for it. */
const SHELL_LIMIT_MS = 120_000;

export interface Browsers {
  readonly chromium: string;
  /** The path of the headless shell; null: Chromium does its work as well. */
  readonly headlessShell: string | null;
}

/** Paths of both executables. @throws {Error} when there is no Chromium, with the ways to provide one */
export async function ensureBrowsers(report: (line: string) => void): Promise<Browsers> {
  const chromium = await ensureChromium(report);
  const found = await findHeadlessShell();
  // A user who names a browser needs no other one installed.
  if (found !== null || isNamed() || !canInstallPackages()) return { chromium, headlessShell: found };
  await installPackages([SYSTEM_SHELL], SHELL_LIMIT_MS);
  return { chromium, headlessShell: await findHeadlessShell() };
}

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
    const install = await installPackages(['chromium'], PACKAGE_LIMIT_MS);
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
  if (named !== undefined && isNamed()) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not executable.`);
    return named;
  }
  const playwright = await playwrightChromium();
  if (playwright !== null && isExecutable(playwright)) return playwright;
  const system = findOnPath(SYSTEM_NAMES);
  if (system !== null) return system;
  const onMac = '/Applications/Chromium.app/Contents/MacOS/Chromium';
  return isExecutable(onMac) ? onMac : null;
}

function isNamed(): boolean {
  return (process.env.CHROMIUM_PATH ?? '') !== '';
}

async function findHeadlessShell(): Promise<string | null> {
  const playwright = await playwrightChromium();
  return (playwright === null ? null : findSiblingShell(playwright)) ?? findOnPath([SYSTEM_SHELL]);
}

/** Playwright keeps a Chromium below `chromium-1234`, and the shell of the same version below `chromium_headless_shell-1234`. */
export function findSiblingShell(chromium: string): string | null {
  for (let folder = dirname(chromium); folder !== dirname(folder); folder = dirname(folder)) {
    const revision = /^chromium-(\d+)$/.exec(basename(folder))?.[1];
    if (revision === undefined) continue;
    const shells = join(dirname(folder), `chromium_headless_shell-${revision}`);
    if (!existsSync(shells)) return null;
    const paths = readdirSync(shells).flatMap((name) => PLAYWRIGHT_SHELLS.map((program) => join(shells, name, program)));
    return paths.find(isExecutable) ?? null;
  }
  return null;
}

function findOnPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

/** Installs packages, as root on Debian. */
async function installPackages(names: readonly string[], timeoutMs: number): Promise<RunResult> {
  await run('apt-get', ['update', '-qq'], { quiet: true, timeoutMs });
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    quiet: true,
    timeoutMs,
    environment: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The path at which Playwright would store the browser of the version the tests use. */
async function playwrightChromium(): Promise<string | null> {
  const fromTests = createRequire(join(root, 'tests', 'package.json'));
  const module: unknown = await import(fromTests.resolve('@playwright/test'));
  return executablePathOf(module);
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
