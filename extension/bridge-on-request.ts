/**
 * Builds the bridge into a package whose manifest starts it nowhere. The worker registers it for the servers that people
 * connect, so the file must be there, although the plugin that builds packages only builds what the manifest names.
 */
import type { Plugin } from 'vite';
import { bridgeOn } from '../manifest.config.ts';

/** An address that never resolves, and is in no package. */
const NOWHERE = 'https://leadloom.invalid/*';
/** The path under which `platform/runtime.ts` registers the bridge. */
const BUILT_BRIDGE = 'src/entrypoints/bridge.iife.js';

/** The manifest to build with. */
export function withBridge<Manifest extends object>(manifest: Manifest) {
  return { ...manifest, content_scripts: [bridgeOn([NOWHERE])] };
}

/** Takes the bridge out of the built manifest again. Comes after the plugin that writes it. */
export function bridgeOnRequest(): Plugin {
  return {
    name: 'leadloom:bridge-on-request',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = bundle['manifest.json'];
        if (file?.type !== 'asset') return this.error('The package has no manifest.');
        if (bundle[BUILT_BRIDGE] === undefined) return this.error(`The package has no ${BUILT_BRIDGE}.`);
        const withoutBridge = (key: string, value: unknown) => (key === 'content_scripts' ? undefined : value);
        file.source = JSON.stringify(JSON.parse(String(file.source)), withoutBridge, 2);
      },
    },
  };
}
