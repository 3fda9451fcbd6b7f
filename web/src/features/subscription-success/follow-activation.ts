/**
 * Polls the account after the checkout until it shows its subscription. The provider may notify the server late,
 * so the account is fetched again a few times, slowly; then the person decides.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { reconcileCheckout } from '@leadloom/shared/contract/billing';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';

const underWay = new Map<string, Promise<ApiError | null>>();

const POLL_MS = 3000;
const POLL_LIMIT = 10;

export type Activation =
  | { readonly kind: 'checking' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'active'; readonly user: User }
  /** The screen was opened without a checkout to follow. */
  | { readonly kind: 'inactive'; readonly isCancelled: boolean }
  /** Polling has stopped. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly text: string };

interface Following {
  /** null: nothing was bought just now. */
  readonly sessionId: string | null;
  readonly refreshMe: () => Promise<User>;
  readonly onStep: (activation: Activation) => void;
  readonly signal: AbortSignal;
}

export async function followActivation({ sessionId, refreshMe, onStep, signal }: Following): Promise<void> {
  const report = (activation: Activation) => {
    if (!signal.aborted) onStep(activation);
  };
  report({ kind: 'checking' });
  const refusal = sessionId === null ? null : await reconcileOnce(sessionId);
  for (let polls = 0; !signal.aborted; polls += 1) {
    const answer = await readAccount(refreshMe);
    if (typeof answer !== 'string' && isActive(answer)) return report({ kind: 'active', user: answer });
    if (refusal !== null) return report({ kind: 'failed', text: refusal.message });
    if (sessionId === null || polls === POLL_LIMIT) return report(lastWord(answer, sessionId));
    report({ kind: 'waiting' });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function lastWord(answer: User | string, sessionId: string | null): Activation {
  if (typeof answer === 'string') return { kind: 'failed', text: answer };
  return sessionId === null ? { kind: 'inactive', isCancelled: answer.subscription_canceled } : { kind: 'late' };
}

/** The account, or the sentence that says why not. */
async function readAccount(refreshMe: () => Promise<User>): Promise<User | string> {
  try {
    return await refreshMe();
  } catch (error) {
    return error instanceof ApiError ? error.message : 'Your account could not be loaded.';
  }
}

/** A new subscription bought while the cancelled one still runs counts once it has started. */
function isActive({ subscription, subscription_canceled: isCancelled }: User): boolean {
  return subscription !== null && !isCancelled;
}

/**
 * Asks the server how a checkout ended. React runs effects twice in development and people reload: one checkout is one
 * request at a time. Answers null, or why the server could not tell. The account is read by itself, so that no answer
 * outlives its session.
 */
function reconcileOnce(sessionId: string): Promise<ApiError | null> {
  const running = underWay.get(sessionId);
  if (running !== undefined) return running;
  const started = reconcile(sessionId).finally(() => underWay.delete(sessionId));
  underWay.set(sessionId, started);
  return started;
}

async function reconcile(sessionId: string): Promise<ApiError | null> {
  try {
    await call(reconcileCheckout, { body: { session_id: sessionId } });
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
