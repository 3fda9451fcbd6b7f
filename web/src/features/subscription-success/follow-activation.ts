/**
 * From the return from the checkout until the account shows its subscription. The provider may tell the
 * server late, so the account is asked for again, a few times and slowly; then the person decides.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { reconcileOnce } from './reconcile-once.ts';

const POLL_MS = 3000;
const POLL_LIMIT = 10;

export type Activation =
  | { readonly kind: 'checking' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'active'; readonly user: User }
  /** Opened without a checkout to follow. */
  | { readonly kind: 'inactive'; readonly isCancelled: boolean }
  /** Asked often enough. */
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
  const tell = (activation: Activation) => {
    if (!signal.aborted) onStep(activation);
  };
  tell({ kind: 'checking' });
  const refusal = sessionId === null ? null : await reconcileOnce(sessionId);
  for (let polls = 0; !signal.aborted; polls += 1) {
    const answer = await readAccount(refreshMe);
    if (typeof answer !== 'string' && isActive(answer)) return tell({ kind: 'active', user: answer });
    if (refusal !== null) return tell({ kind: 'failed', text: refusal.message });
    if (sessionId === null || polls === POLL_LIMIT) return tell(lastWord(answer, sessionId));
    tell({ kind: 'waiting' });
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

/** One that is bought anew while the cancelled one still runs counts when the new one has begun. */
function isActive({ subscription, subscription_canceled: isCancelled }: User): boolean {
  return subscription !== null && !isCancelled;
}
