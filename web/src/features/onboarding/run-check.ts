import { sendToExtension } from '../../lib/extension-client/send-to-extension.ts';

/** A check that a person starts with a button. */
export interface Check {
  readonly isRunning: boolean;
  /** null: no result yet. */
  readonly result: boolean | null;
  /** The version of the extension, where that was checked and it answered. */
  readonly version: string | null;
}

export const NOTHING_CHECKED: Check = { isRunning: false, result: null, version: null };

/** No response in time counts as failed. An earlier success stays shown while a new check runs. */
export async function runCheck(
  name: 'checkExtension' | 'checkCookies',
  update: (change: (check: Check) => Check) => void,
): Promise<void> {
  update((check) => ({ ...check, isRunning: true }));
  const reply = await sendToExtension(name, {});
  const result = reply.ok && !('available' in reply.data && !reply.data.available);
  const version = reply.ok && 'version' in reply.data ? reply.data.version : null;
  update(() => ({ isRunning: false, result, version }));
}
