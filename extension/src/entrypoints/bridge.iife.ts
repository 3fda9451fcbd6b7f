/** The content script on pages of Leadloom. A standalone script: nothing of the package is open to pages. */
import { startBridge } from '../bridge/bridge.ts';
import { isExtensionAlive, sendMessage } from '../platform/runtime.ts';

const MARK = 'leadloomBridge';

// A page connected while open can get this script twice; the isolated world is shared by both.
if (!Object.hasOwn(globalThis, MARK)) {
  Object.defineProperty(globalThis, MARK, { value: true });
  startBridge({ window, send: sendMessage, isExtensionAlive });
}
