/**
 * A real Chromium with the unpacked extension, or, for what needs no extension, its headless shell where there is one, which
 * shows the same pages with less work. The host names of third parties resolve to stand-ins.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Browser as Program } from '@playwright/test';
import { watchComplaints } from './complaints.ts';

/** The extension as the journeys load it: without pauses, for the journeys' origin. */
export const extensionFolder = join(import.meta.dirname, '..', '..', '..', 'dist', 'extension-unpaced');

export interface Browser {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
}

export interface BrowserOptions {
  /** A folder the browser's profile stays in when it ends, for one that is started again on it. */
  readonly profile?: string;
  /** The switches of Playwright without which this browser is started. */
  readonly withoutSwitches?: readonly string[];
  /** Further switches. */
  readonly switches?: readonly string[];
}

/**
 * @param hostRules Chromium's `MAP name address` rules
 * @param extensionFolders unpacked extensions to load, and no others; where there are none, the headless shell may be started
 */
export async function launchBrowser(
  hostRules: readonly string[],
  baseURL: string,
  extensionFolders: readonly string[] = [extensionFolder],
  { profile: ownProfile, withoutSwitches = [], switches = [] }: BrowserOptions = {},
): Promise<Browser> {
  const profile = ownProfile ?? (await mkdtemp(join(tmpdir(), 'leadloom-chromium-')));
  const context = await chromium.launchPersistentContext(profile, {
    ...(extensionFolders.length === 0 ? headlessShellProgram() : chromiumProgram()),
    ...contextOptions,
    headless: true,
    baseURL,
    ignoreDefaultArgs: [...withoutSwitches],
    args: [...browserArguments(hostRules, extensionFolders), ...switches],
  });
  await watchComplaints(context);
  return {
    context,
    close: async () => {
      await context.close();
      if (ownProfile === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A browser without an extension, which serves one journey after another. */
export interface SharedBrowser {
  /** Opens the browser as if it had just been started: nothing of another journey is in it. */
  readonly open: (baseURL: string) => Promise<Browser>;
  readonly close: () => Promise<void>;
}

/** Starts when it is first needed. It reaches this computer alone. */
export function shareBrowser(): SharedBrowser {
  let program: Program | null = null;
  return {
    open: async (baseURL) => {
      if (program?.isConnected() !== true)
        program = await chromium.launch({
          ...headlessShellProgram(),
          headless: true,
          args: browserArguments(['MAP localhost 127.0.0.1', 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'], []),
        });
      const context = await program.newContext({ ...contextOptions, baseURL });
      await watchComplaints(context);
      return { context, close: () => context.close() };
    },
    close: async () => program?.close(),
  };
}

const contextOptions = {
  ignoreHTTPSErrors: true,
  acceptDownloads: true,
  locale: 'en-GB',
  timezoneId: 'Europe/Oslo',
  // Drawing each step of a movement takes an eighth of a journey's processor time. The journeys of tables and accounts show them.
  reducedMotion: 'reduce',
} as const;

/**
 * Features that no journey uses. The last such switch alone counts, so those that Playwright switches off are among them.
 * The pages with the suggestions of the address bar would be loaded by each browser, which takes as long as its own start.
 */
const unusedFeatures: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** The program for journeys that load no extension. Where there is no headless shell, Chromium does its work. */
function headlessShellProgram(): ReturnType<typeof chromiumProgram> {
  const executablePath = process.env.HEADLESS_SHELL_PATH;
  return executablePath === undefined ? chromiumProgram() : { executablePath };
}

/** The program for Playwright's launch options. */
export function chromiumProgram(): { readonly executablePath: string } | { readonly channel: string } {
  const executablePath = process.env.CHROMIUM_PATH;
  return executablePath === undefined ? { channel: 'chromium' } : { executablePath };
}

export function browserArguments(hostRules: readonly string[], extensionFolders: readonly string[]): string[] {
  return [
    `--disable-extensions-except=${extensionFolders.join(',')}`,
    `--load-extension=${extensionFolders.join(',')}`,
    `--host-resolver-rules=${hostRules.join(',')}`,
    '--ignore-certificate-errors',
    '--no-first-run',
    // Without a graphics card, drawing by its interface takes more processor time than drawing without it.
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${unusedFeatures.join(',')}`,
    // The browser refuses an extension's requests for a while after server errors, and ours come on purpose.
    '--disable-extensions-http-throttling',
    // A process as root cannot use the sandbox; elsewhere it stays on.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}
