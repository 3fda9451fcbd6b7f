/** Tells the server once, for the first steps of the account, that rows of a table were on its screen. */
import { markLookedAtTable } from '@leadloom/shared/contract/sample-rows';
import { useEffect } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useAccountKey } from '../../../lib/session/session.ts';

/** The key under which this browser stores which account was reported. */
const STORAGE_KEY = 'leadloom-rows-seen';

/** @param areSeen rows are shown now */
export function useRowsSeen(areSeen: boolean): void {
  const account = useAccountKey() ?? '';
  useEffect(() => {
    if (!areSeen || account === '' || isReported(account)) return;
    call(markLookedAtTable, {}).then(
      () => rememberReport(account),
      (error: unknown) => logProblem('The first step could not be ticked off.', error),
    );
  }, [areSeen, account]);
}

function isReported(account: string): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === account;
  } catch {
    return false;
  }
}

function rememberReport(account: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, account);
  } catch {
    // Storage that is full or forbidden: the server is told again, and keeps the first time.
  }
}
