/**
 * Whether this account has accepted the risk to its LinkedIn account, and the one notice that asks for it. No request is
 * sent to LinkedIn before `requireRiskAccepted` has resolved to true.
 */
import { acceptRisk } from '@leadloom/shared/contract/linkedin';
import { createStore } from 'zustand/vanilla';
import { call } from '../../../lib/api-client/call.ts';
import { onAccountChange } from '../../../lib/session/session.ts';
import { loadRiskAcceptance } from '../api/load-jobs.ts';

export interface RiskNoticeState {
  /** null: not known yet. */
  readonly isAccepted: boolean | null;
  readonly isOpen: boolean;
}

const unknown: RiskNoticeState = { isAccepted: null, isOpen: false };
export const riskNotice = createStore<RiskNoticeState>(() => unknown);

let waiting: ((isAccepted: boolean) => void)[] = [];

onAccountChange(forgetRisk);

/** Takes the acceptance from a loaded list; an older list never revokes an acceptance made on this page. */
export function noteRiskAccepted(acceptedAt: string | null): void {
  if (riskNotice.getState().isAccepted !== true) riskNotice.setState({ isAccepted: acceptedAt !== null });
}

/** true when the account has accepted, now or before; opens the notice where it has not. Several callers share one notice. */
export async function requireRiskAccepted(): Promise<boolean> {
  if (riskNotice.getState().isAccepted === null) await askServer();
  if (riskNotice.getState().isAccepted === true) return true;
  return new Promise((resolve) => {
    waiting.push(resolve);
    riskNotice.setState({ isOpen: true });
  });
}

/** Stores the acceptance. Rejects when the server did not take it; the notice stays open then. */
export async function acceptNotice(): Promise<void> {
  await call(acceptRisk, { body: { accepted: true } });
  riskNotice.setState({ isAccepted: true });
  close(true);
}

export function cancelNotice(): void {
  close(false);
}

/** Forgets the acceptance, as after a reload, or for another account. */
export function forgetRisk(): void {
  riskNotice.setState(unknown);
  close(false);
}

/** The list carries it; if the list cannot be loaded, the person is asked. Accepting twice is harmless. */
async function askServer(): Promise<void> {
  try {
    noteRiskAccepted(await loadRiskAcceptance());
  } catch {
    noteRiskAccepted(null);
  }
}

function close(isAccepted: boolean): void {
  const answered = waiting;
  waiting = [];
  riskNotice.setState({ isOpen: false });
  for (const answer of answered) answer(isAccepted);
}
