/**
 * Whether the extension answers and whether the member is signed in to LinkedIn. Asked two seconds after
 * the screen opens, and again whenever the person comes back to it: signing in happens on another tab.
 */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { askExtension } from './ask-extension.ts';

export type Check = 'checking' | 'yes' | 'no';

export interface ExtensionStatus {
  readonly extension: Check;
  readonly cookies: Check;
}

/** From the screen's opening to the first check; the time-outs of the messages count from sending. */
export const CHECK_DELAY_MS = 2_000;

const FAULTS_ALLOWED = 3;
/** How often a "no" is checked again while the screen is visible. */
const ASK_AGAIN_MS = 10_000;

const unknown: ExtensionStatus = { extension: 'checking', cookies: 'checking' };
const store = createStore<ExtensionStatus>(() => unknown);

/** For checks made elsewhere, such as a job's heartbeat. */
export function reportExtension(isThere: boolean): void {
  store.setState({ extension: isThere ? 'yes' : 'no' });
}

let latest = 0;

/** Checks may overlap; only the newest one's answers count. */
export function checkStatus(): void {
  latest += 1;
  const own = latest;
  void confirmExtension().then((isThere) => {
    if (own === latest) reportExtension(isThere);
  });
  void sendToExtension('checkCookies', {}).then((result) => {
    if (own === latest) store.setState({ cookies: result.ok && result.data.available ? 'yes' : 'no' });
  });
}

/** A restarted worker answers the next message, so a single failure does not mean that the extension is missing. */
async function confirmExtension(): Promise<boolean> {
  for (let attempt = 1; attempt <= FAULTS_ALLOWED; attempt += 1) {
    const answer = await askExtension();
    if (answer !== 'faulty') return answer === 'there';
  }
  return false;
}

/** What is known so far; keeps it fresh while the screen is shown. */
export function useExtensionStatus(): ExtensionStatus {
  useEffect(() => {
    let hasStarted = false;
    const timer = window.setTimeout(() => {
      hasStarted = true;
      checkStatus();
    }, CHECK_DELAY_MS);
    const onReturn = (): void => {
      if (hasStarted && document.visibilityState === 'visible') checkStatus();
    };
    const again = window.setInterval(() => {
      const { extension, cookies } = store.getState();
      if (extension === 'no' || cookies === 'no') onReturn();
    }, ASK_AGAIN_MS);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(again);
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
  return useStore(store);
}

/** For tests: nothing is known, as after a reload. */
export function forgetStatus(): void {
  latest += 1;
  store.setState(unknown);
}
