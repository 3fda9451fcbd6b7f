import { sendToExtension } from '../../lib/extension-client/send-to-extension.ts';

/** A check a person starts by a button. */
export interface Check {
  readonly isRunning: boolean;
  /** null: never answered. */
  readonly result: boolean | null;
}

export const NOTHING_CHECKED: Check = { isRunning: false, result: null };

/** No answer in time is a no; an earlier yes stays in force while a new check runs. */
export async function runCheck(
  name: 'checkExtension' | 'checkCookies',
  update: (change: (check: Check) => Check) => void,
): Promise<void> {
  update((check) => ({ ...check, isRunning: true }));
  const reply = await sendToExtension(name, {});
  const result = reply.ok && !('available' in reply.data && !reply.data.available);
  update(() => ({ isRunning: false, result }));
}
