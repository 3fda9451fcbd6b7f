/** The extension itself: messages, versions, lifecycle. The only access to `runtime` for the folders above. */
import browser from 'webextension-polyfill';

export function extensionId(): string {
  return browser.runtime.id;
}

export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}

/** The path at which the build puts the bridge if the manifest does not say: in a package for a store. */
const BRIDGE_FILE = 'src/entrypoints/bridge.iife.js';

/** File names, relative to the package, of the bridge as the build named it. */
export function bridgeFiles(): string[] {
  return browser.runtime.getManifest().content_scripts?.[0]?.js ?? [BRIDGE_FILE];
}

/** Whether the manifest itself starts the bridge on pages, which it does unless it was built for a store. */
export function hasBuiltInPages(): boolean {
  // Firefox tells null of a key that the manifest does not have.
  return (browser.runtime.getManifest().content_scripts ?? []).length > 0;
}

/** Only Firefox offers its name. No page can reach this object. */
export function isFirefox(): boolean {
  return typeof browser.runtime.getBrowserInfo === 'function';
}

/** The listener gets unvalidated messages and replies to each. */
export function onMessage(listener: (message: unknown, sender: unknown) => Promise<unknown>): void {
  browser.runtime.onMessage.addListener(listener);
}

/** Rejects when nobody answers: the worker ended meanwhile, or the extension was updated or removed. */
export function sendMessage(message: unknown): Promise<unknown> {
  return browser.runtime.sendMessage(message);
}

/** False in a page that outlived the extension it was given its bridge by. */
export function isExtensionAlive(): boolean {
  try {
    return browser.runtime.id !== undefined;
  } catch {
    return false;
  }
}

/** Any call to the extension's API restarts the 30 seconds after which an idle worker is ended. */
export async function postponeIdleShutdown(): Promise<void> {
  await browser.runtime.getPlatformInfo();
}

/** Calls the listener after installation, an update, or the start of the browser. */
export function onStart(listener: () => void): void {
  browser.runtime.onInstalled.addListener(listener);
  browser.runtime.onStartup.addListener(listener);
}
