/** A real Chromium with the unpacked extension, in which the third parties' names lead to stand-ins. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';

/** The extension as the journeys load it: without pauses, for the journeys' origin. */
export const extensionFolder = join(import.meta.dirname, '..', '..', '..', 'dist', 'extension-unpaced');

export interface Browser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

/** @param hostRules Chromium's `MAP name address` rules @param extensionFolders unpacked extensions to load, and no others */
export async function launchBrowser(
  hostRules: readonly string[],
  baseURL: string,
  extensionFolders: readonly string[] = [extensionFolder],
): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'leadloom-chromium-'));
  const executablePath = process.env.CHROMIUM_PATH;
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? { channel: 'chromium' } : { executablePath }),
    headless: true,
    baseURL,
    ignoreHTTPSErrors: true,
    acceptDownloads: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    args: [
      `--disable-extensions-except=${extensionFolders.join(',')}`,
      `--load-extension=${extensionFolders.join(',')}`,
      `--host-resolver-rules=${hostRules.join(',')}`,
      '--ignore-certificate-errors',
      '--no-first-run',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The browser refuses an extension's requests for a while after server errors, and ours come on purpose.
      '--disable-extensions-http-throttling',
      // A process as root cannot use the sandbox; elsewhere it stays on.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
