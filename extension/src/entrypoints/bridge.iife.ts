/** The content script on pages of Leadloom. A standalone script: pages cannot access any file of the package. */
import { startBridge } from '../bridge/bridge.ts';
import { isConnectedPage } from '../bridge/is-connected-page.ts';
import { hasBuiltInPages, isExtensionAlive, sendMessage } from '../platform/runtime.ts';

const MARK = 'leadloomBridge';

function start(): void {
  // A page that is connected while it is open can get this script twice; both share the isolated world.
  if (Object.hasOwn(globalThis, MARK)) return;
  Object.defineProperty(globalThis, MARK, { value: true });
  startBridge({ window, send: sendMessage, isExtensionAlive });
}

// With built-in pages, the browser's patterns name exactly the pages this may run on, and it starts before the page does.
if (hasBuiltInPages()) start();
else void isConnectedPage(window.location.origin).then((isConnected) => isConnected && start());
