/**
 * The extension's manifest. What is not here, the extension cannot do: no other host than LinkedIn, no
 * file open to pages, no messages from pages or other extensions except through the bridge.
 */
import { defineManifest } from '@crxjs/vite-plugin';

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
 * @param appOrigins the origins the bridge runs on, with their port: `http://localhost:3000`
 * @param developmentServer origin of the hot-reload server; null in everything that is built
 */
export function createManifest(appOrigins: readonly string[], version: string, developmentServer: string | null = null) {
  return defineManifest({
    manifest_version: 3,
    name: 'Leadloom',
    description: 'Collects LinkedIn profiles for your own Leadloom, with your own LinkedIn session.',
    version,
    // `light-dark()` in the popup; everything else, like document lifecycles, is older.
    minimum_chrome_version: '123',
    incognito: 'not_allowed',
    icons,
    action: { default_title: 'Leadloom', default_icon: icons, default_popup: 'src/popup/popup.html' },
    background: { service_worker: 'src/entrypoints/background.ts', type: 'module' },
    content_scripts: [
      {
        matches: appOrigins.flatMap((origin) => [`${origin}/app`, `${origin}/app/*`]),
        js: ['src/entrypoints/bridge.iife.ts'],
        run_at: 'document_start',
        all_frames: false,
      },
    ],
    permissions: ['cookies', 'storage', 'scripting'],
    host_permissions: ['https://www.linkedin.com/*'],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    externally_connectable: { ids: [], matches: [] },
    content_security_policy: { extension_pages: policyWith(developmentServer) },
  });
}
