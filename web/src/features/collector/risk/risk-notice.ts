/**
 * Whether this account was told what collecting may cost its LinkedIn account, and the one notice that
 * tells it. Nothing is asked of LinkedIn for a person before `requireRiskAccepted` answered true.
 */
import { acceptRisk, listJobs } from '@leadloom/shared/contract/linkedin';
import { createStore } from 'zustand/vanilla';
import { call } from '../../../lib/api-client/call.ts';
import { onAccountChange } from '../../../lib/session/session.ts';

export interface RiskNoticeState {
  /** null: not known yet. */
  readonly isAccepted: boolean | null;
  readonly isOpen: boolean;
}

const unknown: RiskNoticeState = { isAccepted: null, isOpen: false };
export const riskNotice = createStore<RiskNoticeState>(() => unknown);

let waiting: ((isAccepted: boolean) => void)[] = [];

onAccountChange(forgetRisk);

/** What a loaded list says; an acceptance of this page is never taken back by an older list. */
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

/** As after a reload, or for another account. */
export function forgetRisk(): void {
  riskNotice.setState(unknown);
  close(false);
}

/** The list carries it; where it cannot be had, the person is asked: accepting twice costs nothing. */
async function askServer(): Promise<void> {
  try {
    const { risk_accepted_at } = await call(listJobs, {});
    noteRiskAccepted(risk_accepted_at);
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
