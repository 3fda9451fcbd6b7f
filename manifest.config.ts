/**
 * The extension's manifest. What is not here, the extension cannot do: no other host than LinkedIn, no
 * file open to pages, no messages from pages or other extensions except through the bridge.
 */

/** The second wall: even a mistake in our code reaches no other host, redirects included. */
const contentSecurityPolicy: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ['https://www.linkedin.com'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Hot reload needs the development server inside the wall; only `pnpm dev` names one. */
function policyWith(developmentServer: string | null): string {
  const opened: Readonly<Record<string, readonly string[]>> =
    developmentServer === null
      ? {}
      : {
          'script-src': [developmentServer],
          'style-src': [developmentServer, "'unsafe-inline'"],
          'img-src': [developmentServer],
          'connect-src': [developmentServer, developmentServer.replace(/^http/, 'ws')],
        };
  return Object.entries(contentSecurityPolicy)
    .map(([directive, sources]) => [directive, ...sources, ...(opened[directive] ?? [])].join(' '))
    .join('; ');
}

const icons = { 16: 'icons/icon-16.png', 32: 'icons/icon-32.png', 48: 'icons/icon-48.png', 128: 'icons/icon-128.png' };

/**
 * `own`: for Chrome and the server it is built with. The others are for a store: they know no server, so their manifest
 * starts no bridge, and people connect their server in the popup.
 */
export type Edition = 'own' | 'chrome' | 'firefox';

export interface ManifestSetting {
  readonly edition: Edition;
  readonly version: string;
  /** The origins the bridge runs on, with their port: `http://localhost:3000`; none in an edition for a store. */
  readonly appOrigins: readonly string[];
  /** Origin of the hot-reload server; null in everything that is built. */
  readonly developmentServer: string | null;
}

const WORKER = 'src/entrypoints/background.ts';
const BRIDGE = 'src/entrypoints/bridge.iife.ts';

/** Starts the bridge in top frames, before the page's own scripts. */
export const bridgeOn = (matches: string[]) => ({ matches, js: [BRIDGE], run_at: 'document_start' as const, all_frames: false });

export function createManifest({ edition, version, appOrigins, developmentServer }: ManifestSetting) {
  const pages = appOrigins.flatMap((origin) => [`${origin}/app`, `${origin}/app/*`]);
  return {
    manifest_version: 3,
    name: 'Leadloom',
    description: 'Collects LinkedIn profiles for your own Leadloom, with your own LinkedIn session.',
    version,
    ...(edition === 'firefox' ? ofFirefox : ofChrome),
    incognito: 'not_allowed',
    icons,
    action: { default_title: 'Leadloom', default_icon: icons, default_popup: 'src/popup/popup.html' },
    ...(pages.length === 0 ? {} : { content_scripts: [bridgeOn(pages)] }),
    permissions: ['cookies', 'storage', 'scripting'],
    host_permissions: ['https://www.linkedin.com/*'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    content_security_policy: { extension_pages: policyWith(developmentServer) },
  };
}

const ofChrome = {
  // `light-dark()` in the popup; everything else, like document lifecycles, is older.
  minimum_chrome_version: '123',
  background: { service_worker: WORKER, type: 'module' as const },
  externally_connectable: { ids: [], matches: [] },
};

/** Firefox runs the worker as a page without a window. It has no `externally_connectable`: what others send, nothing listens to. */
const ofFirefox = {
  background: { scripts: [WORKER], type: 'module' as const },
  browser_specific_settings: {
    gecko: {
      id: 'extension@leadloom',
      // The first that tells which document sent a message, to which a page's proof is bound.
      strict_min_version: '153.0',
      // What the pages of the connected server receive and store there. Nothing goes anywhere else.
      data_collection_permissions: { required: ['personallyIdentifyingInfo' as const, 'websiteContent' as const] },
    },
  },
};
