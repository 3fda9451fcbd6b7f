/**
 * Whether the extension answers and whether the member is signed in to LinkedIn. Both are asked two seconds after the screen
 * opens, and again whenever the person or the network comes back: signing in happens on another tab.
 */
import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { sendToExtension } from '../../../lib/extension-client/send-to-extension.ts';
import { useStoreInTurns } from '../../../lib/use-store-in-turns.ts';
import { askExtension } from './ask-extension.ts';
import { useIsOffline } from './use-is-offline.ts';

export type Check = 'checking' | 'yes' | 'no';

interface Checked {
  readonly extension: Check;
  /** `unchecked`: the extension does not answer before this page's server has proved itself, which needs that server. */
  readonly cookies: Check | 'unchecked';
}

export interface ExtensionStatus extends Checked {
  /** LinkedIn cannot be reached, whatever the cookies say. */
  readonly isOffline: boolean;
}

/** The time from the screen's opening to the first check; the time-outs of the messages count from sending. */
export const CHECK_DELAY_MS = 2_000;

const FAULTS_ALLOWED = 3;
/** How often what is not a "yes" is checked again while the screen is visible. */
const ASK_AGAIN_MS = 10_000;

const unknown: Checked = { extension: 'checking', cookies: 'checking' };
const store = createStore<Checked>(() => unknown);

/** Takes the outcome of a check made elsewhere, such as a job's heartbeat. */
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
    if (own !== latest) return;
    if (!result.ok && result.error.code === 'unproved') store.setState({ cookies: 'unchecked' });
    else store.setState({ cookies: result.ok && result.data.available ? 'yes' : 'no' });
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
      if (extension === 'no' || cookies === 'no' || cookies === 'unchecked') onReturn();
    }, ASK_AGAIN_MS);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(again);
      window.removeEventListener('focus', onReturn);
      window.removeEventListener('online', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
  const isOffline = useIsOffline();
  return { ...useStoreInTurns(store), isOffline };
}

/** Lets tests begin as after a reload, when nothing is known. */
export function forgetStatus(): void {
  latest += 1;
  store.setState(unknown);
}
