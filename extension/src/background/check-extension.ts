/** Tells that the extension is there, and its version. */
import { extensionVersion } from '../platform/runtime.ts';
import type { Handler } from './handler.ts';

export const checkExtension: Handler<'checkExtension'> = async () => ({
  ok: true,
  data: { installed: true, version: extensionVersion() },
});
