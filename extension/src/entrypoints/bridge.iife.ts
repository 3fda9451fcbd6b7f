/** The content script on pages of Leadloom. A standalone script: pages cannot access any file of the package. */
import { startBridge } from '../bridge/bridge.ts';
import { isExtensionAlive, sendMessage } from '../platform/runtime.ts';

const MARK = 'leadloomBridge';

// A page that is connected while it is open can get this script twice; both share the isolated world.
if (!Object.hasOwn(globalThis, MARK)) {
  Object.defineProperty(globalThis, MARK, { value: true });
  startBridge({ window, send: sendMessage, isExtensionAlive });
}
