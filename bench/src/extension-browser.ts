/** A Chromium with the extension, the LinkedIn stand-in, and a page of a Leadloom origin. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { provePage } from '@leadloom/tests/journeys/extension-walls/prove-page';
import { journeyKey } from '@leadloom/tests/journeys/journey-secret';
import { chromiumFlags, type LinkedInStandIn, startLinkedInStandIn } from '@leadloom/tests/stand-ins/linkedin/server';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type BuildTarget, build, unpacedExtensionBuild } from '../../scripts/lib/builds.ts';
import { ensureChromium } from '../../scripts/lib/chromium.ts';
import { root } from '../../scripts/lib/run.ts';

const OUTPUT = 'dist/extension-bench';
const MEMBERS = 300;

export interface ExtensionBrowser {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly standIn: LinkedInStandIn;
  readonly extensionFolder: string;
  readonly close: () => Promise<void>;
}

export async function launchExtensionBrowser(): Promise<ExtensionBrowser> {
  const executablePath = await ensureChromium(console.log);
  const pages = await servePages();
  // The extension responds only to the address it was built for, port included.
  await build(benchBuild(pages.origin), () => undefined);
  const extensionFolder = join(root, OUTPUT);
  const standIn = await startLinkedInStandIn({ memberCount: MEMBERS });
  const profile = await mkdtemp(join(tmpdir(), 'leadloom-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: browserArguments(extensionFolder, standIn.port),
  });
  const close = async (): Promise<void> => {
    await context.close();
    await Promise.all([standIn.close(), pages.close(), rm(profile, { recursive: true, force: true, maxRetries: 5 })]);
  };
  const page = await context.newPage();
  await page.goto(`${pages.origin}/app/`);
  await provePage(page);
  return { page, context, standIn, extensionFolder, close };
}

export async function signInToStandIn({ context, standIn }: ExtensionBrowser): Promise<void> {
  const session = standIn.control.signIn();
  const url = 'https://www.linkedin.com/';
  await context.addCookies([
    { name: 'li_at', value: session.liAt, url, httpOnly: true, secure: true, sameSite: 'None' },
    { name: 'JSESSIONID', value: session.jsessionId, url, secure: true, sameSite: 'None' },
  ]);
}

function benchBuild(origin: string): BuildTarget {
  const target = unpacedExtensionBuild(origin, journeyKey.publicKey);
  return {
    ...target,
    name: 'extension for the benchmark',
    output: OUTPUT,
    environment: { ...target.environment, LEADLOOM_EXTENSION_OUT: OUTPUT },
  };
}

function browserArguments(extensionFolder: string, standInPort: number): string[] {
  return [
    `--disable-extensions-except=${extensionFolder}`,
    `--load-extension=${extensionFolder}`,
    ...chromiumFlags(standInPort),
    '--no-first-run',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A process as root cannot use the sandbox; elsewhere it stays on.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/** An empty page under the app's path: only the extension is measured. */
async function servePages(): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end('<!doctype html><title>Benchmark</title>');
  });
  const { port, close } = await listenOnLoopback(server);
  return { origin: `http://localhost:${port}`, close };
}
