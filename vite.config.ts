/**
 * Builds the two things a browser loads. `LEADLOOM_TARGET` chooses: `web` (the app under /app/, the
 * default) or `extension`. Everything the environment may change is read here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crx } from '@crxjs/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { bridgeOnRequest, withBridge } from './extension/bridge-on-request.ts';
import { createManifest, type Edition } from './manifest.config.ts';
import { chunkGroups } from './web/chunk-groups.ts';
import { packedFiles } from './web/packed-files.ts';

const inRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };

const shared = {
  build: {
    target: 'chrome123',
    emptyOutDir: true,
    // The polyfill is an inline script's work, which our content security policy refuses.
    modulePreload: { polyfill: false },
    // No data: addresses: fonts and scripts are files of their own.
    assetsInlineLimit: 0,
  },
} satisfies UserConfig;

function web(): UserConfig {
  const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
  return {
    ...shared,
    root: inRoot('web'),
    base: '/app/',
    plugins: [react(), packedFiles()],
    // The manifest tells the size benchmark which files a page loads.
    build: {
      ...shared.build,
      target: 'baseline-widely-available',
      outDir: inRoot('dist/web'),
      manifest: true,
      // The first file holds what every screen needs: React, MUI and the router.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        // Each file lists the files that its late parts need. Names would make 2.5 kB of a table's first visit; the manifest has them.
        output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: 'assets/[hash].js' },
        // A screen that shows a limit of the contract does not load the contract for it.
        optimization: { inlineConst: { mode: 'all' } },
      },
    },
    define: { __LEADLOOM_VERSION__: JSON.stringify(version) },
    server: {
      host: '127.0.0.1',
      proxy: { '/app/extension.zip': server, '/api': server, '/mcp': server, '/outbox': server, '/health': server },
    },
  };
}

function extension(isServing: boolean): UserConfig {
  const port = Number(process.env.EXTENSION_PORT ?? '5174');
  const edition = editionOf(process.env.LEADLOOM_STORE);
  const isForStore = edition !== 'own';
  const appOrigins = isForStore ? [] : originsOf(process.env.PUBLIC_URL);
  const isPaced = process.env.LEADLOOM_PACING !== 'off';
  const serverKey = isForStore ? null : serverKeyOf(process.env.LEADLOOM_SERVER_KEY);
  const developmentServer = isServing ? `http://localhost:${port}` : null;
  const manifest = createManifest({ edition, version, appOrigins, developmentServer });
  return {
    ...shared,
    root: inRoot('extension'),
    plugins: [
      crx({
        browser: edition === 'firefox' ? 'firefox' : 'chrome',
        manifest: isForStore ? withBridge(manifest) : manifest,
      }),
      ...(isForStore ? [bridgeOnRequest()] : []),
      watchedBridge(),
    ],
    server: {
      host: 'localhost',
      port,
      strictPort: true,
      hmr: { host: 'localhost', port },
      cors: { origin: /^chrome-extension:\/\// },
    },
    define: {
      __LEADLOOM_APP_ORIGINS__: JSON.stringify(appOrigins),
      __LEADLOOM_SERVER_KEY__: JSON.stringify(serverKey),
      __LEADLOOM_PACING__: JSON.stringify(isPaced),
    },
    build: {
      ...shared.build,
      target: edition === 'firefox' ? 'firefox153' : shared.build.target,
      outDir: inRoot(process.env.LEADLOOM_EXTENSION_OUT || 'dist/extension'),
    },
  };
}

/** Packages for a store are built for no server, whatever the settings of the one on this machine. */
function editionOf(store: string | undefined): Edition {
  if (store === undefined || store === '') return 'own';
  if (store !== 'chrome' && store !== 'firefox') throw new Error(`LEADLOOM_STORE is "chrome" or "firefox", not "${store}".`);
  return store;
}

/** The extension answers exactly the public address, or by default a server on this machine. */
function originsOf(publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined || publicUrl === '') return ['http://127.0.0.1:3000', 'http://localhost:3000'];
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`PUBLIC_URL is not an http address: ${publicUrl}`);
  return [url.origin];
}

/** The key of the server the extension is built for; null: none, and the key of each address is learned. */
function serverKeyOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (!/^[\w-]{87}$/.test(text)) throw new Error('LEADLOOM_SERVER_KEY is not a P-256 key in base64url.');
  return text;
}

/** The bridge is bundled apart from everything else, so `--watch` would not see its files change. */
function watchedBridge(): Plugin {
  return {
    name: 'leadloom:watched-bridge',
    buildStart() {
      for (const file of readdirSync(inRoot('extension/src/bridge'))) this.addWatchFile(inRoot(`extension/src/bridge/${file}`));
      this.addWatchFile(inRoot('extension/src/entrypoints/bridge.iife.ts'));
    },
  };
}

export default defineConfig(({ command }) => {
  const target = process.env.LEADLOOM_TARGET ?? 'web';
  if (target === 'web') return web();
  if (target === 'extension') return extension(command === 'serve');
  throw new Error(`LEADLOOM_TARGET is "web" or "extension", not "${target}".`);
});
