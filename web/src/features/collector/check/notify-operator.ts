/**
 * Whether this account tells the operator how LinkedIn answers, and the telling. It does unless its owner unticked it; that is
 * remembered in this browser, where collecting happens. What is told names endpoints, ids of the catalogue and statuses.
 */
import { type CheckLine, MAX_CHECK_LINES, reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { createStore } from 'zustand/vanilla';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { onAccountChange, session } from '../../../lib/session/session.ts';
import { latestCatalogueVersion } from '../api/catalogue.ts';

const NO = 'no';

/** The choice in a browser that refuses storage. */
let choice = true;

export const operatorIsNotified = createStore<boolean>(() => readChoice());
onAccountChange(() => operatorIsNotified.setState(readChoice(), true));

export function chooseToTell(isNotified: boolean): void {
  choice = isNotified;
  operatorIsNotified.setState(isNotified, true);
  try {
    if (isNotified) localStorage.removeItem(storageKey());
    else localStorage.setItem(storageKey(), NO);
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}

/** Reports what was asked, unless the owner unticked it. A report that fails is lost: the next job has one like it. */
export function notifyOperator(lines: readonly CheckLine[]): void {
  const version = latestCatalogueVersion();
  const reported = lines.filter(({ state }) => state !== 'not_asked').slice(0, MAX_CHECK_LINES);
  if (reported.length === 0 || version === null || !session.isSignedIn() || !readChoice()) return;
  call(reportCatalogueCheck, { body: { catalogue_version: version, lines: reported } }).catch((cause: unknown) =>
    logProblem('The operator could not be told how LinkedIn answered.', cause),
  );
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey()) !== NO;
  } catch {
    return choice;
  }
}

function storageKey(): string {
  return `leadloom-tell-operator-${session.accountKey() ?? ''}`;
}
